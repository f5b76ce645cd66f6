// ExpandedCommand: the words before CLI11 reads them.
#pragma once

#include <string>
#include <vector>

namespace CLI {  // NOLINT(readability-identifier-naming): the parser's own
class App;
}

namespace rille {

// The words with the command inserted: `rille FILE …` becomes `rille run FILE …`. All words after
// the file belong to the script, and CLI11 does not parse them.
struct ExpandedCommand {
  std::vector<std::string> line;        // for CLI11
  std::vector<std::string> main_words;  // for the `main` of the script
  // A FILE that does not exist, and the command with the most similar name, if any.
  std::string missing_file = {}, nearest_command = {};
};
ExpandedCommand spelled_out(std::vector<std::string> words, const CLI::App& app);

// Returns the first option of a sandbox after the command, or "". Such a word could be the name of
// a file: for example, `test *` in a directory of untrusted files.
std::string misplaced_grant(const std::vector<std::string>& words);

}  // namespace rille
