// command: declares a command to the parser.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "repl/commands.h"

namespace rille {

// A file NAME.cpp defines a struct of options, `add_NAME_command`, and the work of the command. The
// parser writes the options, so they must live as long as the parser: `act` owns them by a
// shared_ptr.

// Sets `act` as the action of the program if the command line names this command.
inline void set_act(CLI::App& command, Invocation& invocation, std::function<Status()> act) {
  command.callback([&invocation, act = std::move(act)] { invocation.act = act; });
}

// A check of an option: its text has characters.
inline std::string not_empty(const std::string& text) {
  return text.empty() ? "the name is empty" : "";
}

}  // namespace rille
