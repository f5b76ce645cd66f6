// CommandLine: the words of `rille` as data.
#pragma once

#include <string>
#include <vector>

namespace CLI {  // NOLINT(readability-identifier-naming): the parser's own
class App;
}

namespace rille {

// A command, or the program itself; what its parser knows. Completion of shells and the man page
// are made of it, so that they cannot say anything else.
struct CommandLine {
  struct Option {
    std::vector<std::string> names;  // "--json", "-e"
    std::string text;
    std::vector<std::string> values = {};  // those that it takes, where they are few
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

// Words that a shell offers for `rille help NAME` and `rille explain KIND`.
struct OfferedWords {
  std::vector<std::string> names, kinds;
};

std::vector<std::string> kinds_of_errors();  // that `rille explain` knows

// A script for bash, zsh or fish that completes the words.
std::string bash_completion(const CommandLine& line, const OfferedWords& words);
std::string zsh_completion(const CommandLine& line, const OfferedWords& words);
std::string fish_completion(const CommandLine& line, const OfferedWords& words);
// The page that `man rille` shows, in the macros of man(7).
std::string man_page(const CommandLine& line, const std::string& version);

}  // namespace rille
