// call_options: the options of commands that take a call.
#pragma once

#include <string>

#include "repl/commands/command.h"
#include "repl/planned_call.h"

namespace rille {

// Declares FILE:FN, --args with the description `args`, and --call.
inline void add_call_options(CLI::App& command, PlannedCallOptions& call, const std::string& args) {
  command.add_option("FILE:FN", call.target, "a script and the name of a top-level function")
      ->required();
  command.add_option("--args", call.args, args);
  command.add_option("--call", call.call,
                     "a call, in place of FN, as in 'loss(init(), x = f32[8])'");
}

}  // namespace rille
