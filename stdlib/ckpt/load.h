// load_tree: reads a checkpoint into a tree.
#pragma once

#include <optional>
#include <string>

#include "stdlib/ckpt/checkpoint.h"
#include "vm/function.h"
#include "vm/value.h"

namespace rille {

// Options of loading: which arrays are read, and into which structure.
struct LoadOptions {
  Value like = {};    // nil: the structure as saved, or derived from the names
  Value only = {};    // nil, a pattern, or a tuple of patterns; stdlib/text/name_pattern.h
  Value rename = {};  // nil, a dict of patterns, or a tuple of pairs of regular expressions
  bool keeps_missing = false, skips_extra = false;
  std::optional<Function> change = {};  // (name, x, like) => an array of the type of `like`
};
Value load_tree(State& state, const Checkpoint& checkpoint, const LoadOptions& wish,
                const std::string& path);

}  // namespace rille
