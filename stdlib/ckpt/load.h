// Loading: checkpoints as trees.
#pragma once

#include <optional>
#include <string>

#include "stdlib/ckpt/checkpoint.h"
#include "vm/function.h"
#include "vm/value.h"

namespace rille {

// What of a checkpoint is wanted, and as what.
struct LoadWish {
  Value like = {};    // nil: as it was saved, or by its names
  Value only = {};    // nil, a pattern or a tuple of them, stdlib/ckpt/pattern.h
  Value rename = {};  // nil, a dict of patterns
  bool keeps_missing = false, skips_extra = false;
  std::optional<Function> change = {};  // (name, x, like) => an array of like's type
};
Value load_tree(State& state, const Checkpoint& checkpoint, const LoadWish& wish,
                const std::string& path);

}  // namespace rille
