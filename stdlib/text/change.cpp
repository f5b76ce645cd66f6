// upper, lower, trim, replace, str, format: other texts.
#include "stdlib/text.h"
#include "vm/bind.h"
#include "vm/calling.h"
#include "vm/text.h"
#include "vm/text/format.h"

namespace rille {
namespace {

std::string mapped(std::string_view text, char first, char last, int by) {
  std::string out;
  out.reserve(text.size());
  in_pieces(text, [&](std::string_view piece) {
    for (char c : piece) out += c >= first && c <= last ? static_cast<char>(c + by) : c;
  });
  return out;
}

std::string upper(std::string text) { return mapped(text, 'a', 'z', 'A' - 'a'); }
std::string lower(std::string text) { return mapped(text, 'A', 'Z', 'a' - 'A'); }

std::string trim(std::string text) {
  Polls polls;
  size_t begin = 0, end = text.size();
  for (; begin < end && is_blank(text[begin]); ++begin) polls.step();
  for (; end > begin && is_blank(text[end - 1]); --end) polls.step();
  return text.substr(begin, end - begin);
}

std::string replaced(std::string text, std::string old, std::string fresh) {
  if (old.empty()) {
    throw labelled(Error(Code::value, "what is replaced must not be empty"), "old");
  }
  std::string out;
  size_t begin = 0;
  Polls polls;
  for (size_t at; (at = find_text(text, old, begin)) != std::string::npos;
       begin = at + old.size()) {
    out.append(text, begin, at - begin);
    out += fresh;
    polls.step(text.size() + 2 * out.size());  // twice, while it grows
  }
  return out.append(text, begin);
}

std::string text_of(Value x) { return x.is_string() ? x.string() : text(x); }

std::string formatted(Value x, std::string spec) {
  if (x.is_string()) return format(x.string(), spec);
  if (!x.is_leaf()) throw Error(Code::type, str("`format` takes a number, got ", kind_text(x)));
  return format(x.as_array(), spec);
}

}  // namespace

extern const Builtin upper_builtin = {
    .signature = "upper(text: str) -> str",
    .brief = "The text with its letters a to z made great.",
    .errors = "error[type] where text is no string",
    .example = "upper(\"ab1\")  #> AB1",
    .source = "ASCII letters alone; others stay",
    .call = bind<&upper>,
};

extern const Builtin lower_builtin = {
    .signature = "lower(text: str) -> str",
    .brief = "The text with its letters A to Z made small.",
    .errors = "error[type] where text is no string",
    .example = "lower(\"AB1\")  #> ab1",
    .source = "ASCII letters alone; others stay",
    .call = bind<&lower>,
};

extern const Builtin trim_builtin = {
    .signature = "trim(text: str) -> str",
    .brief = "The text without blanks at its ends.",
    .errors = "error[type] where text is no string",
    .example = "trim(\"  a b \")  #> a b",
    .source = "Python's str.strip",
    .call = bind<&trim>,
};

extern const Builtin replace_builtin = {
    .signature = "replace(text: str, old: str, new: str) -> str",
    .brief = "The text with every place of one part replaced by another.",
    .params = {{"old", "what is replaced, everywhere; not empty"}},
    .errors = "error[value] where old is empty",
    .example = "replace(\"a-b-c\", \"-\", \"+\")  #> a+b+c",
    .source = "Python's str.replace",
    .call = bind<&replaced>,
};

extern const Builtin str_builtin = {
    .signature = "str(x: any) -> str",
    .brief = "The text that print shows of a value.",
    .errors = "none",
    .example = "str(1.5)  #> 1.5",
    .source = "Python's str",
    .call = bind<&text_of>,
};

extern const Builtin format_builtin = {
    .signature = "format(x: any, spec: str) -> str",
    .brief = "A number written as a format says, an array element by element.",
    .params = {{"spec", "as in Python: \".3f\", \">8\""}},
    .errors = "error[value] where the format is not one",
    .example = "format(2.0 / 3, \".3f\")  #> 0.667",
    .source = "Python's format",
    .call = bind<&formatted>,
};

}  // namespace rille
