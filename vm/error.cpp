// Error: positions, marks, and display.
#include "vm/error.h"

#include <algorithm>
#include <climits>
#include <map>

#include "vm/text/lines.h"
#include "vm/words/visible.h"

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

namespace {

// Removes NUL characters, at which what() would end the message.
std::string without_nul(std::string message) {
  for (size_t at = 0; (at = message.find('\0', at)) != std::string::npos;) {
    message.replace(at, 1, "\\0");
  }
  return message;
}

}  // namespace

Error::Error(Code code, std::string message, Span span)
    : code_(code), message_(without_nul(std::move(message))), span_(span) {}

// A mark is "\x01", the argument's digit, the fallback, "\x02".
std::string arg(int at, std::string_view fallback) { return str("\x01", at, fallback, "\x02"); }

// The maximum number of notes, since an error of a deep recursion is copied at each level.
constexpr size_t max_notes = 100;

Error&& Error::note(std::string text, Span span) && {
  note(std::move(text), span);
  return std::move(*this);
}

Error& Error::note(std::string text, Span span) & {
  if (notes_.size() < max_notes) notes_.push_back({std::move(text), span});
  return *this;
}

Error& Error::in_layer(std::string_view step) & {
  bool has_dot = !step.empty() && !layer_.empty() && !layer_.starts_with('[');
  layer_ = str(step, has_dot ? "." : "", layer_);
  return *this;
}

Error&& Error::label(int argument, std::string text) && {
  labels_.push_back({std::move(text), {}, argument});
  return std::move(*this);
}

Error&& Error::without_self() && {
  for (Label& label : labels_) label.argument -= label.argument > 0 ? 1 : 0;
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
  auto begin = std::min(static_cast<size_t>(span.begin), all.size());  // the source may be dropped
  return all.substr(begin, static_cast<size_t>(span.end - span.begin));
}

// The text for argument `at`: its source text if that is short, else the fallback.
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
    if (end == std::string_view::npos || text[mark + 1] < '0' || text[mark + 1] > '9') {
      out += text[mark];  // a byte of data
      text.remove_prefix(mark + 1);
      continue;
    }
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
  message_ = without_nul(fill_marks(message_, arguments, files));
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

// The lines of files with errors, computed once for all errors.
class SourceLines {
 public:
  explicit SourceLines(std::span<const Source> files) : files_(files) {}
  const Source& file(Span span) const { return files_[static_cast<size_t>(span.file)]; }
  Line line(Span span) {
    auto [lines, is_new] = lines_.try_emplace(span.file, file(span));
    return lines->second.at(span.begin);
  }

 private:
  std::span<const Source> files_;
  std::map<int, LineIndex> lines_;
};

std::string place(Span span, SourceLines& places) {
  const Source& file = places.file(span);
  Line line = places.line(span);
  return str(visible_name(file.name), ":", line.number, ":", line.column);
}

// The number of terminal cells of the character that begins with this byte: two for East Asian
// scripts and emoji.
size_t cells(unsigned char byte, unsigned char next) {
  bool is_wide = (byte >= 0xe3 && byte <= 0xed) || (byte == 0xef && next >= 0xbc && next <= 0xbd) ||
                 (byte == 0xf0 && next >= 0x9f);
  return is_wide ? 2 : 1;
}

// The displayed text of a line, and the row of marks below it, with one mark per byte. Control
// characters and bytes that are not UTF-8 are replaced by a sign.
struct DisplayLine {
  std::string line, marks;
};

DisplayLine shown(std::string_view line, std::string_view marks) {
  DisplayLine out;
  auto mark = [&](size_t i) { return i < marks.size() ? marks[i] : ' '; };
  size_t i = 0;
  while (i < line.size()) {
    size_t size = character_size(line, i);
    auto byte = static_cast<unsigned char>(line[i]);
    if (size == 0 || (is_hidden(line.substr(i, size)) && byte != '\t')) {
      out.line += "\xef\xbf\xbd";  // U+FFFD
      out.marks += mark(i);
      i += std::max<size_t>(size, 1);
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

// Joins the underlines on both sides of the main position: an expression with its parts. Arguments
// after the name of a callee stay separate.
void join_dashes(std::string& row, size_t main) {
  size_t first = row.find('-'), last = row.rfind('-');
  if (first == std::string::npos || main < first || main > last) return;
  std::fill(row.begin() + first, row.begin() + last, '-');
}

// The displayed part of a line: a long line is truncated at characters, on both sides of the marked
// part.
struct LineExcerpt {
  std::string_view text;
  int begin = 0;  // offset in the file
  bool is_cut_left = false, is_cut_right = false;
};

LineExcerpt window_of(const Line& line, const Source& file, int marked) {
  constexpr size_t widest = 160, before = 60, after = 90;
  auto begin = static_cast<int>(line.text.data() - file.text.data());
  if (line.text.size() <= widest) return {line.text, begin};
  auto goes_on = [&](size_t i) {
    return i < line.text.size() && (static_cast<unsigned char>(line.text[i]) & 0xc0) == 0x80;
  };
  auto at = static_cast<size_t>(std::max(0, marked - begin));
  size_t from = at > before ? at - before : 0;
  size_t to = std::min(at + after, line.text.size());
  while (goes_on(from)) ++from;
  while (goes_on(to)) ++to;
  return {line.text.substr(from, to - from), begin + static_cast<int>(from), from > 0,
          to < line.text.size()};
}

// The line of carets: `--^----` if there are labels on both sides of the main position.
std::string marks(const Error& error, const LineExcerpt& window) {
  std::string row;
  auto draw = [&](Span span, char mark) {
    int size = static_cast<int>(window.text.size());
    int begin = std::max(span.begin - window.begin, window.is_cut_left ? 0 : INT_MIN);
    int end = std::min(span.begin - window.begin + std::max(1, span.end - span.begin),
                       std::max(begin + 1, size));
    if (begin < 0 || begin > size || begin >= end) return;  // on another line
    row.resize(std::max(row.size(), static_cast<size_t>(end)), ' ');
    std::fill(row.begin() + begin, row.begin() + end, mark);
  };
  for (const auto& label : error.labels()) {
    if (label.span.file == error.span().file) draw(label.span, '-');
  }
  join_dashes(row, static_cast<size_t>(std::max(0, error.span().begin - window.begin)));
  draw(error.span(), '^');
  return row;
}

std::string quote(const Error& error, SourceLines& places) {
  const Source& file = places.file(error.span());
  Line line = places.line(error.span());
  auto number = std::to_string(line.number);
  auto margin = std::string(number.size(), ' ');
  LineExcerpt window = window_of(line, file, error.span().begin);
  auto [text, row] = shown(window.text, marks(error, window));
  if (window.is_cut_left) {
    text = str("…", text);
    row = str(" ", row);
  }
  if (window.is_cut_right) text += "…";
  std::string out = str(margin, " |\n", number, " | ", text, "\n", margin, " | ", row, "\n");
  std::string indent = row.substr(0, row.find_first_not_of(" \t"));
  for (const auto& label : error.labels()) {
    if (!label.text.empty()) out += str(margin, " | ", indent, shown_message(label.text), "\n");
  }
  return out;
}

std::string render(const Error& error, SourceLines& places) {
  std::string out = str("error[", name(error.code()), "]: ", shown_message(error.what()), "\n");
  if (!error.span().empty()) {
    out += str("  --> ", place(error.span(), places), "\n", quote(error, places));
  }
  if (!error.help().empty()) out += str("  help: ", shown_message(error.help()), "\n");
  for (const auto& note : error.notes()) {
    out += str("  note: ", shown_message(note.text));
    if (!note.span.empty()) out += str(" (", place(note.span, places), ")");
    out += "\n";
  }
  return out;
}

}  // namespace

std::string render(const Error& error, std::span<const Source> files) {
  SourceLines places(files);
  return render(error, places);
}

std::vector<std::string> render_all(std::span<const Error> errors, std::span<const Source> files) {
  SourceLines places(files);
  std::vector<std::string> out;
  for (const Error& error : errors) out.push_back(render(error, places));
  return out;
}

void broken(const char* file, int line, const char* condition, const std::string& why) {
  throw Bug(str("a bug in rille: ", file, ":", line, ": ", condition, " ", why));
}

}  // namespace rille
