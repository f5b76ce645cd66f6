// Commands of `rille`, one file of repl/commands/ each.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "repl/shared_options.h"

namespace CLI {  // NOLINT(readability-identifier-naming): the parser's own
class App;
}

namespace rille {

// What a command line asks for. CLI11 writes `shared`; the callback of the command that the line
// names writes `act`, and its own options are where only it sees them.
struct Invocation {
  SharedOptions shared;
  std::vector<std::string> main_words;  // the words after FILE, for the `main` of a script
  std::function<Status()> act;          // null: the line names no command
  // The scripts, and folders of scripts, that a sandbox must let the command read. Nothing: the
  // command does not run in a sandbox.
  std::optional<std::vector<std::string>> guarded;
};

// Declares the options of a command to CLI11.
#define COMMAND(name) void add_##name##_command(CLI::App& app, Invocation& invocation);
#include "repl/commands.def"
#undef COMMAND

Status eval_command(const SharedOptions& shared, const std::string& code);  // rille -e CODE
Status prompt_command(const SharedOptions& shared);                         // rille, rille repl
// rille test PATH…, without options.
Status test_command(const SharedOptions& shared, const std::vector<std::string>& paths);

}  // namespace rille
