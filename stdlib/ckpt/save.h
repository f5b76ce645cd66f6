// Snapshots: trees in the form in which they are saved.
#pragma once

#include <string>
#include <vector>

#include "stdlib/ckpt/safetensors.h"
#include "vm/value.h"

namespace rille {

// The arrays of a tree and the metadata that describe its structure. Arrays are immutable, so the
// snapshot copies only their handles.
struct TreeSnapshot {
  std::vector<NamedArray> arrays;
  MetadataMap words;
  std::vector<std::string> names = {};  // with several processes: the names of all arrays
  MetadataMap boxes = {};               // and metadata of the slices in `arrays`
  uint64_t bytes() const;
};
// `meta` is nil or a value that is stored as JSON; error[value] and error[type] as in json.text.
TreeSnapshot snapshot_of(State& state, const Value& tree, const Value& meta);

// The snapshot that one of several processes saves of their common tree: its shards
// (stdlib/ckpt/part.h), and some of the arrays that are the same in all processes.
TreeSnapshot share_of(State& state, const Value& tree, const Value& meta, size_t process,
                      size_t processes);

}  // namespace rille
