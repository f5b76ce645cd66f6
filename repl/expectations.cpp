// Expectations: found in comments, not inside strings.
#include "repl/expectations.h"

#include <algorithm>
#include <cctype>

#include "vm/text.h"

namespace rille {
namespace {

// Returns the offset of the comment in a line, or npos. `open` tells whether the line begins inside
// a """ string, and is updated to the state at its end.
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
  // An unclosed string contains the mark of its own syntax error.
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

// A mark on a line without code belongs to the line of code above: it continues the text of the
// mark there, or is the first mark of that line.
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
        out.back().end = static_cast<int>(end);
      } else {
        out.push_back({code_line, std::max(0, code_end - 1), comment[1] == '!', said(comment),
                       static_cast<int>(at + mark), static_cast<int>(end)});
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

bool can_be_expected(std::string_view seen) {
  if (!seen.ends_with('\n')) return false;
  while (!seen.empty()) {
    size_t end = seen.find('\n');
    if (trimmed(seen.substr(0, end)) != seen.substr(0, end)) return false;
    seen.remove_prefix(end + 1);
  }
  return true;
}

namespace {

// Returns the indentation of the line that contains the mark.
std::string indent_at(std::string_view text, size_t mark) {
  size_t line = mark == 0 ? 0 : text.rfind('\n', mark - 1) + 1;
  size_t end = text.find_first_not_of(" \t", line);
  return std::string(text.substr(line, std::min(end, mark) - line));
}

std::string marked(const Blessing& blessing, const std::string& indent, std::string_view newline) {
  std::string out;
  std::string_view rest = blessing.seen, sign = blessing.of.error ? "#!" : "#>";
  while (!rest.empty()) {
    size_t end = rest.find('\n');
    std::string_view line = rest.substr(0, end);
    if (!out.empty()) out += str(newline, indent);
    out += line.empty() ? std::string(sign) : str(sign, " ", line);
    rest.remove_prefix(end + 1);
  }
  return out;
}

}  // namespace

std::string blessed(const std::string& text, std::vector<Blessing> blessings) {
  std::ranges::sort(blessings, {}, [](const Blessing& b) { return b.of.begin; });
  std::string_view newline = text.find("\r\n") == std::string::npos ? "\n" : "\r\n";
  std::string out;
  size_t at = 0;
  for (const Blessing& blessing : blessings) {
    auto begin = static_cast<size_t>(blessing.of.begin), end = static_cast<size_t>(blessing.of.end);
    if (end > begin && text[end - 1] == '\r') --end;
    out += text.substr(at, begin - at) + marked(blessing, indent_at(text, begin), newline);
    at = end;
  }
  return out + text.substr(at);
}

}  // namespace rille
