// entries_of(): a scan of the lines.
#include "repl/notebook/entries.h"

#include <algorithm>
#include <string_view>

#include "lang/parse.h"
#include "repl/prompt/prompt.h"

namespace rille {
namespace {

bool begins_command(std::string_view line, bool is_first) {
  std::string_view signs = is_first ? ":?!;" : ":?!";
  return !line.empty() && signs.find(line[0]) != std::string_view::npos;
}

// Returns whether a line is a command that takes code, without code on the line.
bool takes_rest(std::string_view line) {
  line = line.substr(0, line.find_last_not_of(' ') + 1);
  return std::ranges::any_of(prompt_commands(), [&](const PromptCommand& command) {
    bool is_code = command.words == "CODE" || command.words == "EXPR";
    return is_code && line == str(":", command.name);
  });
}

class CellSplitter {
 public:
  explicit CellSplitter(const std::string& cell) : cell_(cell) {}

  std::vector<CellEntry> entries() {
    while (at_ < cell_.size()) {
      std::string_view first = line_at(at_);
      bool is_command = begins_command(first, out_.empty());
      size_t begin = at_;
      if (is_command && takes_rest(first)) {
        at_ = cell_.size();
      } else {
        is_command ? skip_command() : skip_code();
      }
      std::string text = cell_.substr(begin, at_ - begin);
      bool is_blank = text.find_first_not_of(" \t\n") == std::string::npos;
      if (!is_blank) out_.push_back({begin, std::move(text)});
    }
    return std::move(out_);
  }

 private:
  std::string_view line_at(size_t at) const {
    return std::string_view(cell_).substr(at, cell_.find('\n', at) - at);
  }
  void skip_line() { at_ = std::min(at_ + line_at(at_).size() + 1, cell_.size()); }

  // Only commands of the prompt continue over open brackets: a shell has its own rules for them.
  void skip_command() {
    lang::OpenText open;
    bool is_ours = cell_[at_] == ':';
    do {
      open.add(line_at(at_));
      skip_line();
    } while (is_ours && open.goes_on() && at_ < cell_.size());
  }

  void skip_code() {
    lang::OpenText open;
    do {
      open.add(line_at(at_));
      skip_line();
    } while (at_ < cell_.size() && (open.goes_on() || !begins_command(line_at(at_), false)));
  }

  const std::string& cell_;
  size_t at_ = 0;
  std::vector<CellEntry> out_;
};

}  // namespace

std::vector<CellEntry> entries_of(const std::string& cell) { return CellSplitter(cell).entries(); }

}  // namespace rille
