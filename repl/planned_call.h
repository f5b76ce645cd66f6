// PlannedCall: the call that `rille plan` is asked about.
#pragma once

#include <functional>
#include <string>

#include "repl/commands.h"
#include "vm/value.h"

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

// Runs the script, and `act` with the tuple; errors are told. Status::file where there is no such
// file.
Status on_planned_call(const Shared& shared, const PlanWish& wish,
                       const std::function<void(const Value& call)>& act);

// The text with arrays in place of types: `f32[8, 784]` becomes `zeros((8, 784), f32)`.
std::string with_arrays(const std::string& text);

}  // namespace rille
