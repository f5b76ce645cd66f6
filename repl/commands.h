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

// A parsed command line. CLI11 writes `shared`, and the callback of the command writes `act`. The
// options of a command are private to its file.
struct Invocation {
  SharedOptions shared;
  std::vector<std::string> main_words;  // the words after FILE, for the `main` of a script
  std::function<Status()> act;          // null if the line has no command
  // The scripts, and directories of scripts, that a sandbox lets the command read; nullopt if the
  // command cannot run in a sandbox.
  std::optional<std::vector<std::string>> guarded;
  bool has_socket = false;  // whether another process can record profiles of this one
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
