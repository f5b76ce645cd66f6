// spelled_out: finds the command in the words.
#include "repl/commands/words.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>

#include "vm/words/nearest.h"

namespace rille {
namespace {

std::vector<std::string> commands_of(const CLI::App& app) {
  std::vector<std::string> out;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    out.push_back(command->get_name());
  }
  return out;
}

// The index of the first word that is neither an option nor the value of one.
size_t first_word(const std::vector<std::string>& words, size_t from) {
  constexpr std::string_view valued[] = {"-e",           "--time-limit",  "--memory-limit",
                                         "--allow-read", "--allow-write", "--profile",
                                         "--precision"};
  size_t i = from;
  while (i < words.size() && words[i].starts_with("-")) {
    i += std::ranges::find(valued, words[i]) != std::end(valued) ? 2 : 1;
  }
  return std::min(i, words.size());
}

}  // namespace

std::string misplaced_grant(const std::vector<std::string>& words) {
  size_t command = first_word(words, 0);
  bool is_guarded = false;
  for (size_t i = 0; i < command; ++i) is_guarded = is_guarded || words[i].starts_with("--sandbox");
  constexpr std::string_view valued[] = {"--filter", "--jobs", "--junit", "--lcov"};
  for (size_t i = command + 1; i < words.size(); ++i) {
    const std::string& word = words[i];
    bool is_value = std::ranges::find(valued, words[i - 1]) != std::end(valued);
    if (word == "--" && !is_value) break;
    bool is_limit = word.starts_with("--time-limit") || word.starts_with("--memory-limit");
    bool is_grant = word.starts_with("--allow-") || word.starts_with("--sandbox");
    if (is_grant || (is_guarded && is_limit)) return word;
  }
  return "";
}

ExpandedCommand spelled_out(std::vector<std::string> words, const CLI::App& app) {
  ExpandedCommand out = {.line = std::move(words)};
  std::vector<std::string>& line = out.line;
  std::vector<std::string> commands = commands_of(app);
  size_t command = first_word(line, 0);
  if (command < line.size() && std::ranges::find(commands, line[command]) == commands.end()) {
    std::error_code ignored;
    if (!std::filesystem::exists(line[command], ignored)) {
      out.missing_file = line[command];
      out.nearest_command = nearest(line[command], commands);
    }
    line.insert(line.begin() + static_cast<std::ptrdiff_t>(command), "run");
  }
  if (command >= line.size() || line[command] != "run") return out;
  auto rest = static_cast<std::ptrdiff_t>(first_word(line, command + 1)) + 1;
  if (rest < std::ssize(line)) {
    out.main_words.assign(line.begin() + rest, line.end());
    line.resize(static_cast<size_t>(rest));
  }
  return out;
}

}  // namespace rille
