// Carry: what goes from one turn of a loop to the next.
#pragma once

#include <vector>

#include "stdlib/trace/region.h"
#include "vm/value.h"

namespace rille {

// Trees of Lua values and their leaves. What is a setting of an instance, as `nesterov` of an
// optimizer, is known in each turn as long as the turns leave it as it is.
struct Carry {
  explicit Carry(Values given);

  // The trees with these leaves.
  Values with(const std::vector<Array>& values) const;
  // The results of an iteration, which begin with the trees, with their dicts in the order of the
  // carry's: dicts of the same keys have one structure.
  Values ordered(Values after) const;
  // Whether a turn leaves the settings; what it changes is none from now on.
  bool keeps_settings(const Values& after);

  Values trees;
  std::vector<Array> leaves;
  std::vector<ParamSpec> specs;
  // Of the leaves in order: the host numbers and bools that stand in instances, nil for all else.
  Values settings = {};
};

}  // namespace rille
