// chars, lines, words, join: splits and joins strings.
#include "stdlib/text.h"
#include "vm/bind.h"
#include "vm/calling.h"
#include "vm/memory/growing_values.h"
#include "vm/text.h"

namespace rille {

Values split_text(std::string_view text, std::string_view separator) {
  if (separator.empty()) {
    throw labelled(Error(Code::value, "the separator is empty, expected a nonempty string"),
                   "sections");
  }
  GrowingValues out;
  for (size_t begin = 0;;) {
    size_t at = find_text(text, separator, begin);
    out.add(std::string(text.substr(begin, at - begin)));
    if (at == std::string_view::npos) return out.take();
    begin = at + separator.size();
  }
}

namespace {

bool continues(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

Values chars(std::string text) {
  GrowingValues out;
  for (size_t begin = 0; begin < text.size();) {
    size_t end = begin + 1;
    while (end < text.size() && continues(text[end])) ++end;
    out.add(std::string(std::string_view(text).substr(begin, end - begin)));
    begin = end;
  }
  return out.take();
}

// A line break at the end of the text does not begin another line.
Values lines(std::string text) {
  if (text.empty()) return {};
  if (text.back() == '\n') text.pop_back();
  GrowingValues out;
  for (size_t begin = 0; begin <= text.size();) {
    size_t end = std::min(find_text(text, "\n", begin), text.size());
    std::string_view line = std::string_view(text).substr(begin, end - begin);
    if (line.ends_with('\r')) line.remove_suffix(1);
    out.add(std::string(line));
    begin = end + 1;
  }
  return out.take();
}

Values words(std::string text) {
  GrowingValues out;
  PollCounter polls;
  size_t begin = 0;  // of the current word
  for (size_t at = 0; at <= text.size(); ++at) {
    polls.step();
    if (at < text.size() && !is_blank(text[at])) continue;
    if (at > begin) out.add(std::string(std::string_view(text).substr(begin, at - begin)));
    begin = at + 1;
  }
  return out.take();
}

std::string joined(Value parts, std::string between) {
  if (!parts.is_tuple()) {
    throw Error(Code::type, str("join: `parts` is ", kind_text(parts), ", expected a tuple"));
  }
  std::string out;
  std::string_view gap;
  PollCounter polls;
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
    .brief =
        "Splits a string into characters. A character is a Unicode code point, as counted by "
        "`len`.",
    .errors = "error[type] if `text` is not a string",
    .example = "chars(\"abc\")  #> (\"a\", \"b\", \"c\")",
    .source = "ours",
    .call = bind<&chars>,
};

extern const Builtin lines_builtin = {
    .signature = "lines(text: str) -> (str, ...)",
    .brief = "Splits a string into lines, without line breaks.",
    .errors = "error[type] if `text` is not a string",
    .example = "lines(\"a\\nb\\n\")  #> (\"a\", \"b\")",
    .source = "Python's str.splitlines, for \\n and \\r\\n",
    .call = bind<&lines>,
};

extern const Builtin words_builtin = {
    .signature = "words(text: str) -> (str, ...)",
    .brief = "Splits a string at runs of ASCII whitespace.",
    .errors = "error[type] if `text` is not a string",
    .example = "words(\" to  be \")  #> (\"to\", \"be\")",
    .source = "Python's str.split without a separator",
    .call = bind<&words>,
};

extern const Builtin join_builtin = {
    .signature = "join(parts: tuple, between: str = \"\") -> str",
    .brief = "Concatenates strings, with a separator between them.",
    .params = {{"parts", "Tuple of strings. Other values are converted as by `str`."},
               {"between", "Separator."}},
    .errors = "error[type] if `parts` is not a tuple",
    .example = "join((\"a\", \"b\"), \"-\")  #> a-b",
    .source = "Python's str.join",
    .call = bind<&joined>,
};

}  // namespace rille
