// PlannedCall: the call that `plan` or `export` examines.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "repl/shared_options.h"
#include "vm/value.h"

namespace rille {

// The call: FILE:FN in `target` with the arguments `args`, or the expression `call` in FILE.
struct PlannedCallOptions {
  std::string target, args, call;
  std::string command;  // name of the command, for errors
};

// A call whose function and arguments have been evaluated. Without `args`, the arguments of FILE:FN
// are made from the annotations of its parameters. The final values of its `inout` parameters are
// results, too.
struct PlannedCall {
  State& state;
  std::string shown;  // the source text of the call
  Values parts;       // the function, then the arguments
};

// Runs the script, then `act` with the call, and reports errors: error[value], with a help, if the
// options do not determine the call. Returns Status::file if the file does not exist.
Status on_planned_call(const SharedOptions& shared, const PlannedCallOptions& options,
                       const std::function<void(const PlannedCall& call)>& act);

// Returns calls, such as `f(f32[8, 3])`, of the top-level functions of a script that have an array
// parameter and whose annotations determine all arguments. `main` is not among them.
std::vector<std::string> annotated_calls(const std::string& text);

// A script with a further statement for each call, and the names that these bind. The value of each
// is a tuple of the function and its arguments. with_calls() raises error[value] if one of the
// texts is not a call.
struct TextWithCalls {
  std::string text;
  std::vector<std::string> names;
};
TextWithCalls with_calls(const std::string& text, const std::vector<std::string>& calls);

// Returns the text with each array type replaced by an array: `f32[8, 784]` becomes
// `zeros((8, 784), f32)`.
std::string with_arrays(const std::string& text);

}  // namespace rille
