// chars, lines, words, join: a text and its parts.
#include "stdlib/text.h"
#include "vm/bind.h"
#include "vm/calling.h"
#include "vm/text.h"

namespace rille {

namespace {

// Strings one after the other, within the State's limits.
struct Parts {
  Values parts = {};
  size_t long_ones = 0;  // bytes that do not stand in the values themselves
  Polls polls = {};

  void add(std::string_view part) {
    if (part.size() >= sizeof(std::string) / 2) long_ones += part.size() + 1;
    parts.emplace_back(std::string(part));
    polls.step(2 * parts.size() * sizeof(Value) + long_ones);
  }
};

}  // namespace

Values split_text(std::string_view text, std::string_view separator) {
  if (separator.empty()) {
    throw labelled(Error(Code::value, "a separator must not be empty"), "sections");
  }
  Parts out;
  for (size_t begin = 0;;) {
    size_t at = find_text(text, separator, begin);
    out.add(text.substr(begin, at - begin));
    if (at == std::string_view::npos) return std::move(out.parts);
    begin = at + separator.size();
  }
}

namespace {

bool continues(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

Values chars(std::string text) {
  Parts out;
  for (size_t begin = 0; begin < text.size();) {
    size_t end = begin + 1;
    while (end < text.size() && continues(text[end])) ++end;
    out.add(std::string_view(text).substr(begin, end - begin));
    begin = end;
  }
  return std::move(out.parts);
}

// A line end at the very end begins no further line.
Values lines(std::string text) {
  if (text.empty()) return {};
  if (text.back() == '\n') text.pop_back();
  Parts out;
  for (size_t begin = 0; begin <= text.size();) {
    size_t end = std::min(find_text(text, "\n", begin), text.size());
    std::string_view line = std::string_view(text).substr(begin, end - begin);
    if (line.ends_with('\r')) line.remove_suffix(1);
    out.add(line);
    begin = end + 1;
  }
  return std::move(out.parts);
}

Values words(std::string text) {
  Parts out;
  Polls polls;
  size_t begin = 0;  // of the word at hand
  for (size_t at = 0; at <= text.size(); ++at) {
    polls.step();
    if (at < text.size() && !is_blank(text[at])) continue;
    if (at > begin) out.add(std::string_view(text).substr(begin, at - begin));
    begin = at + 1;
  }
  return std::move(out.parts);
}

std::string joined(Value parts, std::string between) {
  if (!parts.is_tuple()) {
    throw Error(Code::type, str("`join` takes a tuple, got ", kind_text(parts)));
  }
  std::string out;
  std::string_view gap;
  Polls polls;
  for (const Value& part : parts.items()) {
    polls.step(2 * out.size());
    out += gap;
    out += part.is_string() ? part.string() : text(part);
    gap = between;
  }
  return out;
}

}  // namespace

extern const Builtin chars_builtin = {
    .signature = "chars(text: str) -> (str, ...)",
    .brief = "The characters of a text.",
    .errors = "error[type] where text is no string",
    .example = "chars(\"abc\")  #> (\"a\", \"b\", \"c\")",
    .source = "Unicode code points, as len counts them",
    .call = bind<&chars>,
};

extern const Builtin lines_builtin = {
    .signature = "lines(text: str) -> (str, ...)",
    .brief = "The lines of a text, without their ends.",
    .errors = "error[type] where text is no string",
    .example = "lines(\"a\\nb\\n\")  #> (\"a\", \"b\")",
    .source = "Python's str.splitlines, for \\n and \\r\\n",
    .call = bind<&lines>,
};

extern const Builtin words_builtin = {
    .signature = "words(text: str) -> (str, ...)",
    .brief = "The parts of a text between blanks.",
    .errors = "error[type] where text is no string",
    .example = "words(\" to  be \")  #> (\"to\", \"be\")",
    .source = "Python's str.split without a separator",
    .call = bind<&words>,
};

extern const Builtin join_builtin = {
    .signature = "join(parts: tuple, between: str = \"\") -> str",
    .brief = "The parts one after the other, with a text between them.",
    .params = {{"parts", "strings; other values are joined as print shows them"}},
    .errors = "error[type] where parts is no tuple",
    .example = "join((\"a\", \"b\"), \"-\")  #> a-b",
    .source = "Python's str.join",
    .call = bind<&joined>,
};

}  // namespace rille
