// chars, lines, words, join: a text and its parts.
#include "stdlib/text.h"
#include "vm/bind.h"
#include "vm/text.h"

namespace rille {

Values split_text(std::string_view text, std::string_view separator) {
  if (separator.empty()) throw Error(Code::value, "a separator must not be empty");
  Values out;
  for (;;) {
    size_t at = text.find(separator);
    out.emplace_back(std::string(text.substr(0, at)));
    if (at == std::string_view::npos) return out;
    text.remove_prefix(at + separator.size());
  }
}

namespace {

const std::vector<Param> text_params = {{"text", "str", "", ""}};
const std::vector<Param> join_params = {
    {"parts", "tuple", "", "strings; other values are joined as print shows them"},
    {"between", "str", "\"\"", ""},
};

bool continues(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

Values chars(std::string text) {
  Values out;
  for (size_t begin = 0; begin < text.size();) {
    size_t end = begin + 1;
    while (end < text.size() && continues(text[end])) ++end;
    out.emplace_back(text.substr(begin, end - begin));
    begin = end;
  }
  return out;
}

// A line end at the very end begins no further line.
Values lines(std::string text) {
  if (text.empty()) return {};
  if (text.back() == '\n') text.pop_back();
  Values out;
  for (const Value& part : split_text(text, "\n")) {
    std::string line = part.string();
    if (line.ends_with('\r')) line.pop_back();
    out.emplace_back(std::move(line));
  }
  return out;
}

Values words(std::string text) {
  Values out;
  std::string word;
  for (char c : text + ' ') {
    if (std::string_view(" \t\n\r\f\v").find(c) == std::string_view::npos) {
      word += c;
    } else if (!word.empty()) {
      out.emplace_back(std::exchange(word, {}));
    }
  }
  return out;
}

std::string joined(Value parts, std::string between) {
  if (!parts.is_tuple()) {
    throw Error(Code::type, str("`join` takes a tuple, got ", kind_text(parts)));
  }
  std::string out;
  std::string_view gap;
  for (const Value& part : parts.items()) {
    out += gap;
    out += part.is_string() ? part.string() : text(part);
    gap = between;
  }
  return out;
}

}  // namespace

extern const Builtin chars_builtin = {
    .name = "chars",
    .brief = "The characters of a text.",
    .params = text_params,
    .returns = "tuple of strings",
    .errors = "error[type] where text is no string",
    .example = "chars(\"abc\")  #> (\"a\", \"b\", \"c\")",
    .source = "Unicode code points, as len counts them",
    .call = bind<&chars>,
};

extern const Builtin lines_builtin = {
    .name = "lines",
    .brief = "The lines of a text, without their ends.",
    .params = text_params,
    .returns = "tuple of strings",
    .errors = "error[type] where text is no string",
    .example = "lines(\"a\\nb\\n\")  #> (\"a\", \"b\")",
    .source = "Python's str.splitlines, for \\n and \\r\\n",
    .call = bind<&lines>,
};

extern const Builtin words_builtin = {
    .name = "words",
    .brief = "The parts of a text between blanks.",
    .params = text_params,
    .returns = "tuple of strings",
    .errors = "error[type] where text is no string",
    .example = "words(\" to  be \")  #> (\"to\", \"be\")",
    .source = "Python's str.split without a separator",
    .call = bind<&words>,
};

extern const Builtin join_builtin = {
    .name = "join",
    .brief = "The parts one after the other, with a text between them.",
    .params = join_params,
    .returns = "str",
    .errors = "error[type] where parts is no tuple",
    .example = "join((\"a\", \"b\"), \"-\")  #> a-b",
    .source = "Python's str.join",
    .call = bind<&joined>,
};

}  // namespace rille
