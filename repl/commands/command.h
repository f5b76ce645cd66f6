// command: how a file of this folder declares its command.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "repl/commands.h"

namespace rille {

// A file NAME.cpp holds a struct of its options, `add_NAME_command`, and what the command does. The
// parser writes the options, so they live as long as it does: in a shared_ptr that `act` holds.

// `act` is what the program does if the line names this command.
inline void set_act(CLI::App& command, Invocation& invocation, std::function<Status()> act) {
  command.callback([&invocation, act = std::move(act)] { invocation.act = act; });
}

}  // namespace rille
