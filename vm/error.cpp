// Error: its places, its marks and how it is shown.
#include "vm/error.h"

#include <algorithm>

namespace rille {

std::string_view name(Code code) {
  switch (code) {
#define CODE(name) \
  case Code::name: return #name;
#include "vm/codes.def"
#undef CODE
  }
  return "?";
}

Error::Error(Code code, std::string message, Span span)
    : code_(code), message_(std::move(message)), span_(span) {}

// A mark is "\x01", the argument's digit, the fallback, "\x02".
std::string arg(int at, std::string_view fallback) { return str("\x01", at, fallback, "\x02"); }

Error&& Error::note(std::string text, Span span) && {
  notes_.push_back({std::move(text), span});
  return std::move(*this);
}

Error& Error::note(std::string text, Span span) & {
  notes_.push_back({std::move(text), span});
  return *this;
}

Error&& Error::label(int argument, std::string text) && {
  labels_.push_back({std::move(text), {}, argument});
  return std::move(*this);
}

Error&& Error::at(int argument) && {
  at_ = argument;
  return std::move(*this);
}

Error&& Error::given(int parameter) && {
  given_ = parameter;
  return std::move(*this);
}

Error&& Error::help(std::string text) && {
  help_ = std::move(text);
  return std::move(*this);
}

Error& Error::help(std::string text) & {
  help_ = std::move(text);
  return *this;
}

namespace {

std::string_view text_of(Span span, std::span<const Source> files) {
  std::string_view all = files[static_cast<size_t>(span.file)].text;
  return all.substr(static_cast<size_t>(span.begin), static_cast<size_t>(span.end - span.begin));
}

// What stands for argument `at`: its source text where that is short, else the fallback.
std::string name_of(size_t at, std::string_view fallback, std::span<const Span> arguments,
                    std::span<const Source> files) {
  if (at >= arguments.size() || arguments[at].empty()) return std::string(fallback);
  std::string_view said = text_of(arguments[at], files);
  bool fits = said.size() <= 40 && said.find('\n') == std::string_view::npos;
  return std::string(fits ? said : fallback);
}

std::string fill_marks(std::string_view text, std::span<const Span> arguments,
                       std::span<const Source> files) {
  std::string out;
  for (;;) {
    size_t mark = text.find('\x01');
    out += text.substr(0, mark);
    if (mark == std::string_view::npos) return out;
    size_t end = text.find('\x02', mark);
    auto at = static_cast<size_t>(text[mark + 1] - '0');
    out += name_of(at, text.substr(mark + 2, end - mark - 2), arguments, files);
    text.remove_prefix(end + 1);
  }
}

}  // namespace

void Error::place(Span span, std::span<const Span> operands, std::span<const Source> files) {
  std::vector<Span> arguments(operands.begin(), operands.end());
  arguments.resize(callee + 1);
  arguments[callee] = span;
  placed_ = true;
  message_ = fill_marks(message_, arguments, files);
  help_ = fill_marks(help_, arguments, files);
  for (Note& note : notes_) note.text = fill_marks(note.text, arguments, files);
  for (Label& label : labels_) {
    label.text = fill_marks(label.text, arguments, files);
    auto at = static_cast<size_t>(label.argument);
    if (label.argument >= 0 && at < arguments.size()) label.span = arguments[at];
  }
  if (!span_.empty()) return;
  auto at = static_cast<size_t>(at_);
  span_ = at_ >= 0 && at < arguments.size() && !arguments[at].empty() ? arguments[at] : span;
}

namespace {

std::string place(Span span, std::span<const Source> files) {
  const Source& file = files[static_cast<size_t>(span.file)];
  Line line = line_at(file, span.begin);
  return str(file.name, ":", line.number, ":", line.column);
}

// How many cells of a terminal the character that begins with this byte takes: East Asian
// scripts and pictures take two.
size_t cells(unsigned char byte, unsigned char next) {
  bool is_wide = (byte >= 0xe3 && byte <= 0xed) || (byte == 0xef && next >= 0xbc && next <= 0xbd) ||
                 (byte == 0xf0 && next >= 0x9f);
  return is_wide ? 2 : 1;
}

// What a terminal may be shown of a line and, below it, marks of which there is one for each
// byte. Control characters and bytes that are no UTF-8 become a sign of their own.
struct Shown {
  std::string line, marks;
};

size_t sequence_size(std::string_view line, size_t i) {
  auto byte = static_cast<unsigned char>(line[i]);
  size_t size = byte < 0x80 ? 1 : byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc2 ? 2 : 0;
  for (size_t k = 1; k < size; ++k) {
    bool goes_on = i + k < line.size() && (static_cast<unsigned char>(line[i + k]) & 0xc0) == 0x80;
    if (!goes_on) return 0;
  }
  return byte > 0xf4 ? 0 : size;
}

Shown shown(std::string_view line, std::string_view marks) {
  Shown out;
  auto mark = [&](size_t i) { return i < marks.size() ? marks[i] : ' '; };
  size_t i = 0;
  while (i < line.size()) {
    size_t size = sequence_size(line, i);
    auto byte = static_cast<unsigned char>(line[i]);
    bool is_control = byte < 0x20 || byte == 0x7f;
    if (size == 0 || (is_control && byte != '\t')) {
      out.line += "\xef\xbf\xbd";  // U+FFFD
      out.marks += mark(i);
      i += 1;
      continue;
    }
    out.line += line.substr(i, size);
    auto next = static_cast<unsigned char>(size > 1 ? line[i + 1] : 0);
    bool is_tab = byte == '\t' && mark(i) == ' ';
    out.marks.append(cells(byte, next), is_tab ? '\t' : mark(i));
    i += size;
  }
  if (marks.size() > line.size()) out.marks += marks.substr(line.size());
  while (out.marks.ends_with(' ') || out.marks.ends_with('\t')) out.marks.pop_back();
  return out;
}

// What stands between two marked places is underlined with them: an expression and its parts.
void join_dashes(std::string& row) {
  size_t first = row.find('-'), last = row.rfind('-');
  if (first != std::string::npos) std::fill(row.begin() + first, row.begin() + last, '-');
}

// One line of carets: `--^----` where labels stand beside the main place.
std::string marks(const Error& error, const Line& line, const Source& file) {
  std::string row;
  auto line_begin = static_cast<int>(line.text.data() - file.text.data());
  auto draw = [&](Span span, char mark) {
    int size = static_cast<int>(line.text.size());
    int begin = span.begin - line_begin;
    int end = std::min(begin + std::max(1, span.end - span.begin), std::max(begin + 1, size));
    if (begin < 0 || begin > size) return;  // on another line
    row.resize(std::max(row.size(), static_cast<size_t>(end)), ' ');
    std::fill(row.begin() + begin, row.begin() + end, mark);
  };
  for (const auto& label : error.labels()) {
    if (label.span.file == error.span().file) draw(label.span, '-');
  }
  join_dashes(row);
  draw(error.span(), '^');
  return row;
}

std::string quote(const Error& error, std::span<const Source> files) {
  const Source& file = files[static_cast<size_t>(error.span().file)];
  Line line = line_at(file, error.span().begin);
  auto number = std::to_string(line.number);
  auto margin = std::string(number.size(), ' ');
  auto [text, row] = shown(line.text, marks(error, line, file));
  std::string out = str(margin, " |\n", number, " | ", text, "\n", margin, " | ", row, "\n");
  std::string indent = row.substr(0, row.find_first_not_of(" \t"));
  for (const auto& label : error.labels()) {
    if (!label.text.empty()) out += str(margin, " | ", indent, label.text, "\n");
  }
  return out;
}

}  // namespace

std::string render(const Error& error, std::span<const Source> files) {
  std::string out = str("error[", name(error.code()), "]: ", error.what(), "\n");
  if (!error.span().empty()) {
    out += str("  --> ", place(error.span(), files), "\n", quote(error, files));
  }
  if (!error.help().empty()) out += str("  help: ", error.help(), "\n");
  for (const auto& note : error.notes()) {
    out += str("  note: ", note.text);
    if (!note.span.empty()) out += str(" (", place(note.span, files), ")");
    out += "\n";
  }
  return out;
}

void broken(const char* file, int line, const char* condition, const std::string& why) {
  throw Bug(str("a bug in rille: ", file, ":", line, ": ", condition, " ", why));
}

}  // namespace rille
