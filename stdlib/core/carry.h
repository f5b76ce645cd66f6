// TreeCarry: the values passed from one iteration to the next.
#pragma once

#include <vector>

#include "stdlib/trace/region.h"
#include "vm/value.h"

namespace rille {

// Trees of Lua values and their leaves. A host scalar or bool of an instance, such as `nesterov` of
// an optimizer, is a setting: it is static in the body as long as no iteration changes it.
struct TreeCarry {
  explicit TreeCarry(Values given);

  // The trees with `values` as their leaves.
  Values with(const std::vector<Array>& values) const;
  // The results of an iteration, which begin with the trees, with all dicts in the key order of the
  // carry. Dicts with the same keys have the same structure.
  Values ordered(Values after) const;
  // Whether an iteration leaves all settings unchanged. A setting that it changes becomes a leaf.
  bool keeps_settings(const Values& after);

  Values trees;
  std::vector<Array> leaves;
  std::vector<ParamSpec> specs;
  // One value for each leaf, in order: the host scalar or bool if the leaf is a setting, else nil.
  Values settings = {};
};

}  // namespace rille
