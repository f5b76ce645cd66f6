// Strings: escapes, interpolation, formats, raw and long.
#include <algorithm>
#include <utility>

#include "lang/parse/lexer.h"
#include "lang/parse/unicode.h"

namespace rille::lang {
namespace {

constexpr const char* several_lines =
    "a multi-line string is written in `\"\"\"`, a line break as `\\n`";

constexpr int deepest_string = 32;  // depth of strings in interpolated expressions

// [fill and <>^=] [+ - or space] [z] [#] width [, or _] [.digits] [b c d e E f F g G n o s x X %]
bool is_format(std::string_view spec) {
  if (spec.empty()) return true;
  auto is_align = [](char c) { return c == '<' || c == '>' || c == '^' || c == '='; };
  int fill = decode(spec, 0).size;
  if (static_cast<size_t>(fill) < spec.size() && is_align(spec[static_cast<size_t>(fill)])) {
    spec.remove_prefix(static_cast<size_t>(fill) + 1);
  } else if (!spec.empty() && is_align(spec[0])) {
    spec.remove_prefix(1);
  }
  auto take = [&](std::string_view any) {
    bool has = !spec.empty() && any.find(spec[0]) != std::string_view::npos;
    if (has) spec.remove_prefix(1);
    return has;
  };
  take("+- ");
  take("z");
  take("#");
  while (take("0123456789")) {
  }
  take(",_");
  if (take(".")) {
    if (!take("0123456789")) return false;
    while (take("0123456789")) {
    }
  }
  take("bcdeEfFgGnosxX%");
  return spec.empty();
}

}  // namespace

void Lexer::read_string(TokenStream& s) {
  StringState state{.begin = here_};
  state.pieces.emplace_back();
  state.is_raw = at() == 'r';
  if (state.is_raw) ++here_;
  state.is_long = is_at("\"\"\"");
  here_ += state.is_long ? 3 : 1;
  bool was_line_begin = std::exchange(line_begins_, false);
  if (state.is_long && is_at("\r\n")) ++here_;
  if (state.is_long && at() == '\n') {
    ++here_;
    note_line(state);
  }
  while (read_piece(state)) {
  }
  if (state.is_long) state.remove_indent();
  line_begins_ = was_line_begin;
  out_.strings.push_back(std::move(state.pieces));
  emit(s, TokenKind::string, state.begin, static_cast<int>(out_.strings.size()) - 1);
  if (state.is_cut && !state.is_long) close_line(s, state.begin);
}

bool Lexer::read_piece(StringState& s) {
  std::string& text = s.pieces.back().text;
  if (is_end() || (at() == '\n' && !s.is_long)) {
    s.is_cut = true;
    out_.cut_string = s.begin;
    Error& cut = error("unterminated string", s.begin, s.is_long ? s.begin + 3 + s.is_raw : here_);
    if (!s.is_long) cut.help(several_lines);
    if (is_end() && s.is_long) out_.is_unfinished = true;
    return false;
  }
  if (at() == '"' && (!s.is_long || is_at("\"\"\""))) {
    here_ += s.is_long ? 3 : 1;
    return false;
  }
  if (at() == '\n') {
    text += '\n';
    ++here_;
    note_line(s);
  } else if (s.is_raw) {
    text += at();
    ++here_;
  } else if (is_at("{{") || is_at("}}")) {
    text += at();
    here_ += 2;
  } else if (at() == '{') {
    return read_hole(s, here_);
  } else if (at() == '}') {
    error("unmatched `}` in a string", here_, here_ + 1).help("write `}}` for a literal brace");
    ++here_;
  } else if (at() == '\\') {
    read_escape(s);
  } else {
    int size = decode(text_, pos()).size;
    if (size == 0) read_stray();
    for (; size > 0; --size) text += text_[pos()], ++here_;
  }
  return true;
}

void Lexer::read_escape(StringState& s) {
  constexpr std::string_view written = "ntr0\"\\", meant{"\n\t\r\0\"\\", 6};
  int begin = here_;
  char c = at(1);
  size_t i = written.find(c);
  if (c == 'u' && at(2) == '{') return read_unicode_escape(s, begin);
  int size = std::max(1, decode(text_, pos() + 1).size);
  here_ += c == '\n' || pos() + 1 >= text_.size() ? 1 : 1 + size;
  if (i == std::string_view::npos || c == '\0') {
    error(str("unknown escape `", since(begin), "`"), begin, here_);
    return;
  }
  s.pieces.back().text += meant[i];
}

void Lexer::read_unicode_escape(StringState& s, int begin) {
  here_ += 3;
  char32_t value = 0;
  int digits = 0;
  for (; std::isxdigit(static_cast<unsigned char>(at())); ++here_, ++digits) {
    char c = static_cast<char>(at() | 32);
    char32_t digit = static_cast<char32_t>(at() <= '9' ? at() - '0' : c - 'a' + 10);
    value = std::min<char32_t>(value * 16 + digit, 0x110000);
  }
  bool is_closed = at() == '}';
  if (is_closed) ++here_;
  bool is_point = value <= 0x10ffff && (value < 0xd800 || value > 0xdfff);
  if (!is_closed || digits == 0 || !is_point) {
    error(str("`", since(begin), "` is not a Unicode code point"), begin, here_);
    return;
  }
  append_utf8(s.pieces.back().text, value);
}

// Reads `{expr:format}`. The tokens of the expression form their own stream.
bool Lexer::read_hole(StringState& s, int begin) {
  if (nesting_ >= deepest_string) {
    error(str("strings exceed the maximum nesting depth of ", deepest_string), begin, begin + 1);
    here_ = static_cast<int>(text_.size());
    return false;
  }
  ++here_;
  ++nesting_;
  TokenStream hole;
  hole.is_hole = true;
  size_t reported = errors_.size();
  read_tokens(hole);
  --nesting_;
  bool is_empty = hole.tokens.size() == 1;
  StringPiece& piece = s.pieces.back();
  piece.has_hole = true;
  piece.hole = std::move(hole.tokens);
  if (at() == ':' && !read_format(s, begin)) return false;
  if (at() != '}') return cut_hole(s, begin, reported);
  ++here_;
  if (is_empty && errors_.size() == reported) {
    error("expected an expression between `{` and `}`", begin, here_)
        .help("write `{{` and `}}` for literal braces");
  }
  s.pieces.emplace_back();
  constexpr size_t allocation = 64;  // minimum, of the tokens of an interpolated expression
  hold_(2 * sizeof(StringPiece) + allocation);
  return true;
}

// Reports an interpolated expression that the end of the line or of the text cuts. If the closing
// quote began another string in it, the brace was not meant as one; otherwise the quote is missing.
bool Lexer::cut_hole(StringState& s, int brace, size_t reported) {
  bool is_line_end = at() == '\n' || is_end();
  bool has_string = !out_.strings.empty() && out_.cut_string > brace;
  s.is_cut = is_line_end && !s.is_long;
  if (s.is_cut) errors_.erase(errors_.begin() + static_cast<int>(reported), errors_.end());
  if (s.is_cut && !has_string) {
    out_.cut_string = s.begin;
    error("unterminated string", s.begin, here_).help(several_lines);
  } else if (errors_.size() == reported) {
    error("`{` in a string is not closed", brace, brace + 1).help("write `{{` for a literal brace");
  }
  if (is_end() && s.is_long) out_.is_unfinished = true;
  while (!is_end() && at() != '\n') ++here_;
  return false;
}

bool Lexer::read_format(StringState& s, int brace) {
  int begin = ++here_;
  while (!is_end() && at() != '}' && at() != '"' && at() != '\n') ++here_;
  std::string_view spec = since(begin);
  s.pieces.back().format = spec;
  if (at() != '}') {
    if (at() == '"') out_.cut_string = here_;
    return cut_hole(s, brace, errors_.size());
  }
  if (!is_format(spec)) {
    error(str("`", spec, "` is not a valid format, expected one such as `>8.3f` or `,d`"), begin,
          std::max(begin + 1, here_));
  }
  return true;
}

// Called after a line end in the text of a string: records the indent of the next line.
void Lexer::note_line(StringState& s) {
  int indent = 0;
  while (at(indent) == ' ' || at(indent) == '\t') ++indent;
  char first = at(indent);
  bool is_blank = first == '\n' || (first == '\r' && at(indent + 1) == '\n');
  s.lines.push_back({s.pieces.size() - 1, s.pieces.back().text.size(), indent, !is_blank});
}

// Removes the common indent. The line of the closing quotes counts as well, as in Julia.
void Lexer::StringState::remove_indent() {
  int common = 1 << 30;
  for (const LineStart& line : lines) {
    if (line.counts) common = std::min(common, line.indent);
  }
  for (size_t at = 0; at < lines.size();) {
    std::string& text = pieces[lines[at].piece].text;
    std::string shorter;
    size_t copied = 0;
    for (size_t piece = lines[at].piece; at < lines.size() && lines[at].piece == piece; ++at) {
      const LineStart& line = lines[at];
      shorter.append(text, copied, line.offset - copied);
      copied = line.offset + static_cast<size_t>(std::min(common, line.indent));
    }
    if (copied < text.size()) shorter.append(text, copied);
    text = std::move(shorter);
  }
}

}  // namespace rille::lang
