// PlannedCall: the call that a command is asked about.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "repl/shared_options.h"
#include "vm/value.h"

namespace rille {

// Which call: of FILE:FN with the arguments `args`, or else the expression `call` in FILE.
struct PlannedCallOptions {
  std::string target, args, call;
  std::string command;  // the words of the command, for errors
};

// A call, its function and arguments evaluated: FILE:FN with the arguments given or those that the
// parameters' annotations say, or the call given. What FN leaves in its `inout` parameters is a
// result, too.
struct PlannedCall {
  State& state;
  std::string shown;  // as it was asked for
  Values parts;       // the function, then the arguments
};

// Runs the script, and `act` with the call; errors are told: error[value] where the options say too
// little, and how to say it. Status::file where there is no such file.
Status on_planned_call(const SharedOptions& shared, const PlannedCallOptions& options,
                       const std::function<void(const PlannedCall& call)>& act);

// The calls, such as `f(f32[8, 3])`, of functions of the script's top level whose annotations say
// all their arguments, arrays among them; not of `main`.
std::vector<std::string> annotated_calls(const std::string& text);

// The script with a statement more for each call, and what these bind: tuples of a function and its
// arguments. error[value] where one is no call.
struct TextWithCalls {
  std::string text;
  std::vector<std::string> names;
};
TextWithCalls with_calls(const std::string& text, const std::vector<std::string>& calls);

// The text with arrays in place of types: `f32[8, 784]` becomes `zeros((8, 784), f32)`.
std::string with_arrays(const std::string& text);

}  // namespace rille
