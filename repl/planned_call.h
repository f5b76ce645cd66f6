// PlannedCall: the call that `rille plan` is asked about.
#pragma once

#include <string>

#include "repl/commands.h"

namespace rille {

// A script with one statement more, which binds `name` to a tuple: a function, then its arguments.
struct PlannedCall {
  std::string path;
  std::string text;
  std::string name;
  std::string shown;  // the call as it was asked for
};

// Of FILE:FN, with the arguments given or those that the parameters' annotations say, or of the
// call given: error[value] where that says too little, and how to say it; error[io] where the file
// cannot be read.
PlannedCall planned_call(const PlanWish& wish);

// The text with arrays in place of types: `f32[8, 784]` becomes `zeros((8, 784), f32)`.
std::string with_arrays(const std::string& text);

}  // namespace rille
