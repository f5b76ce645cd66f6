// SpelledWords: the words before CLI11 reads them.
#pragma once

#include <string>
#include <vector>

namespace CLI {  // NOLINT(readability-identifier-naming): the parser's own
class App;
}

namespace rille {

// `rille FILE …` is `rille run FILE …`. After the file all words are the script's, whatever they
// look like: CLI11 does not read them.
struct SpelledWords {
  std::vector<std::string> line;        // for CLI11
  std::vector<std::string> main_words;  // for the `main` of the script
  // A FILE that does not exist, and a command that is like it: "" if there is none.
  std::string missing_file = {}, nearest_command = {};
};
SpelledWords spelled_out(std::vector<std::string> words, const CLI::App& app);

// An option of a sandbox after the command, where it could be the name of a file: `test *` in a
// folder of untrusted files. "" if there is none.
std::string misplaced_grant(const std::vector<std::string>& words);

}  // namespace rille
