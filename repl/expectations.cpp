// Expectations: found beside code, not inside of strings.
#include "repl/expectations.h"

#include <algorithm>
#include <cctype>

namespace rille {
namespace {

// The place of the comment of a line, npos where there is none; `open`: a """ string goes on.
size_t comment_of(std::string_view line, bool& open) {
  bool quoted = false;
  for (size_t i = 0; i < line.size(); ++i) {
    if (!quoted && line.substr(i).starts_with("\"\"\"")) {
      open = !open;
      i += 2;
    } else if (!open && line[i] == '"') {
      quoted = !quoted;
    } else if (quoted && line[i] == '\\') {
      ++i;
    } else if (!open && !quoted && line[i] == '#') {
      return i;
    }
  }
  // A string that lacks its quote swallows the mark of the error that this is.
  return quoted && !open ? line.rfind("#!") : std::string_view::npos;
}

std::string_view trimmed(std::string_view s) {
  while (!s.empty() && std::isspace(static_cast<unsigned char>(s.back())) != 0) s.remove_suffix(1);
  return s;
}

std::string said(std::string_view comment) {
  comment.remove_prefix(2);
  if (comment.starts_with(" ")) comment.remove_prefix(1);
  return std::string(trimmed(comment));
}

}  // namespace

// A mark that stands alone belongs to the line of code above it: its text goes on from a mark
// there, or is the first where that line has none.
std::vector<Expectation> expectations_in(std::string_view text) {
  std::vector<Expectation> out;
  bool open = false;
  int number = 0, code_line = 0, code_end = 0;
  for (size_t at = 0; at < text.size();) {
    size_t end = std::min(text.find('\n', at), text.size());
    std::string_view line = text.substr(at, end - at);
    size_t mark = comment_of(line, open);
    std::string_view comment = mark == std::string_view::npos ? "" : line.substr(mark);
    bool alone = line.find_first_not_of(" \t") == mark;
    ++number;
    if (!alone) {
      code_line = number;
      code_end = static_cast<int>(at + std::min(mark, line.size()));
    }
    if (comment.starts_with("#>") || comment.starts_with("#!")) {
      bool goes_on = alone && !out.empty() && out.back().line == code_line && !out.back().error;
      if (goes_on && comment[1] == '>') {
        out.back().text += "\n" + said(comment);
      } else {
        out.push_back({code_line, std::max(0, code_end - 1), comment[1] == '!', said(comment)});
      }
    }
    at = end + 1;
  }
  return out;
}

bool matches(const Expectation& expected, std::string_view printed) {
  std::string once = expected.text + "\n";
  if (printed.empty()) return false;
  while (printed.starts_with(once)) printed.remove_prefix(once.size());
  return printed.empty();
}

bool matches_error(const Expectation& expected, std::string_view first_line) {
  if (!first_line.starts_with(expected.text)) return false;
  std::string_view rest = first_line.substr(expected.text.size());
  return rest.empty() || std::isalnum(static_cast<unsigned char>(rest[0])) == 0;
}

}  // namespace rille
