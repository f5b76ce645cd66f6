// CommandLine: the commands and options of `rille` as data.
#pragma once

#include <string>
#include <vector>

namespace CLI {  // NOLINT(readability-identifier-naming): the parser's own
class App;
}

namespace rille {

// A command, or the program itself, as its parser declares it. Shell completions and the man page
// are generated from it, so they always agree with the parser.
struct CommandLine {
  struct Option {
    std::vector<std::string> names;  // "--json", "-e"
    std::string text;
    std::vector<std::string> values = {};  // the allowed values, if there is a fixed set
    bool takes_value = false;
  };
  struct Position {
    std::string name;  // "FILE", "PATH", "FILE:FN", "NAME", "KIND"
    std::vector<std::string> values = {};
  };
  std::string name, text;
  std::vector<Option> options = {};
  std::vector<Position> positions = {};
  std::vector<CommandLine> commands = {};
};
CommandLine command_line(const CLI::App& app);

// The completions for `rille help NAME` and `rille explain KIND`.
struct CompletionWords {
  std::vector<std::string> names, kinds;
};

std::vector<std::string> kinds_of_errors();  // the kinds that `rille explain` describes

// The completion scripts of the shells.
std::string bash_completion(const CommandLine& line, const CompletionWords& words);
std::string zsh_completion(const CommandLine& line, const CompletionWords& words);
std::string fish_completion(const CommandLine& line, const CompletionWords& words);
// Returns the manual page `man rille` in the macros of man(7).
std::string man_page(const CommandLine& line, const std::string& version);

}  // namespace rille
