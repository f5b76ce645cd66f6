// Saving: trees as files of our own.
#pragma once

#include <string>
#include <vector>

#include "stdlib/ckpt/safetensors.h"
#include "vm/value.h"

namespace rille {

// The arrays of a tree and the metadata that say how they stood in it. Arrays are values that
// nobody changes, so this is a snapshot of the tree at the cost of its handles.
struct Snapshot {
  std::vector<NamedArray> arrays;
  Words words;
  uint64_t bytes() const;
};
// `meta`: nil, or what becomes JSON; error[value] and error[type] as json.text has them.
Snapshot snapshot_of(State& state, const Value& tree, const Value& meta);

}  // namespace rille
