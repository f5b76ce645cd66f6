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
  std::vector<std::string> names = {};  // of several processes: those of all arrays
  Words boxes = {};                     // and what of them stands in `arrays`
  uint64_t bytes() const;
};
// `meta`: nil, or what becomes JSON; error[value] and error[type] as json.text has them.
Snapshot snapshot_of(State& state, const Value& tree, const Value& meta);

// What one of several processes saves of a tree that all of them have: its parts
// (stdlib/ckpt/part.h), and its share of what is the same in all.
Snapshot share_of(State& state, const Value& tree, const Value& meta, size_t process,
                  size_t processes);

}  // namespace rille
