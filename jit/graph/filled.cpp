// Formats values into the replacement fields of a line.
#include <algorithm>
#include <charconv>

#include "jit/graph.h"
#include "vm/text/format.h"

namespace rille {
namespace {

struct ReplacementField {
  size_t value = 0;
  std::string_view spec;
  bool indents = false;
  size_t end = 0;  // after the closing brace; 0: not a replacement field
};

// Grammar: field = '{' digits ['!' | ':' spec] '}'. After '!', all lines of a value except the
// first are indented to the column where the value begins, as in a printed tree.
ReplacementField hole_at(std::string_view text, size_t at) {
  ReplacementField hole;
  const char *first = text.data() + at + 1, *last = text.data() + text.size();
  auto [rest, fault] = std::from_chars(first, last, hole.value);
  auto stop = text.find('}', at);
  if (fault != std::errc{} || stop == std::string_view::npos) return hole;
  auto next = static_cast<size_t>(rest - text.data());
  hole.indents = text[next] == '!';
  if (hole.indents) ++next;
  if (next < stop && text[next] != ':') return hole;
  if (next < stop) hole.spec = text.substr(next + 1, stop - next - 1);
  hole.end = stop + 1;
  return hole;
}

void put_indented(std::string& out, std::string_view text, size_t origin) {
  size_t line = out.rfind('\n');
  size_t begin = line == std::string::npos ? 0 : line + 1;
  size_t column = out.size() - std::max(begin, origin);
  for (char c : text) {
    out += c;
    if (c == '\n') out.append(column, ' ');
  }
}

// A line being formatted.
class LineFormatter {
 public:
  LineFormatter(std::string_view line, std::span<const Array> values)
      : line_(line), values_(values) {}

  std::string run() {
    while (at_ < line_.size()) {
      if (!take_mark() && !take_hole()) take_text();
    }
    return std::move(out_);
  }

 private:
  // "{!}" starts the text of a tree: the columns of its fields are relative to it. The text between
  // "{<spec}" and "{>}" is padded to the width of that spec.
  bool take_mark() {
    std::string_view rest = line_.substr(at_);
    if (rest.starts_with("{!}")) {
      origin_ = out_.size();
    } else if (rest.starts_with("{<")) {
      frames_.push_back({out_.size(), rest.substr(2, rest.find('}') - 2)});
    } else if (rest.starts_with("{>}") && !frames_.empty()) {
      auto [begin, spec] = frames_.back();
      frames_.pop_back();
      out_.replace(begin, std::string::npos, format(std::string_view(out_).substr(begin), spec));
    } else {
      return false;
    }
    at_ += rest.find('}') + 1;
    return true;
  }

  bool take_hole() {
    if (line_[at_] != '{' || is_doubled()) return false;
    ReplacementField hole = hole_at(line_, at_);
    if (hole.end == 0 || hole.value >= values_.size()) return false;
    const Array& value = values_[hole.value];
    std::string shown = hole.spec.empty() ? text(value) : format(value, hole.spec);
    if (hole.indents) {
      put_indented(out_, shown, origin_);
    } else {
      out_ += shown;
    }
    at_ = hole.end;
    return true;
  }

  void take_text() {
    out_ += line_[at_];
    at_ += is_doubled() ? 2 : 1;
  }

  bool is_doubled() const {
    char c = line_[at_];
    return (c == '{' || c == '}') && at_ + 1 < line_.size() && line_[at_ + 1] == c;
  }

  struct FieldFrame {
    size_t begin;
    std::string_view spec;
  };

  std::string_view line_;
  std::span<const Array> values_;
  std::string out_;
  std::vector<FieldFrame> frames_;  // open frames
  size_t at_ = 0, origin_ = 0;
};

}  // namespace

std::string filled(std::string_view line, std::span<const Array> values) {
  return LineFormatter(line, values).run();
}

}  // namespace rille
