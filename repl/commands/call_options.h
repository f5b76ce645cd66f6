// call_options: the options of commands that ask for a call.
#pragma once

#include <string>

#include "repl/commands/command.h"
#include "repl/planned_call.h"

namespace rille {

// FILE:FN, --args with this description, and --call.
inline void add_call_options(CLI::App& command, PlannedCallOptions& call, const std::string& args) {
  command.add_option("FILE:FN", call.target, "a script and a function of its top level")
      ->required();
  command.add_option("--args", call.args, args);
  command.add_option("--call", call.call,
                     "a call, in place of FN, as in 'loss(init(), x = f32[8])'");
}

}  // namespace rille
