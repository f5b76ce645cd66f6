// upper, lower, trim, replace, str, format: string conversion.
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
  PollCounter polls;
  size_t begin = 0, end = text.size();
  for (; begin < end && is_blank(text[begin]); ++begin) polls.step();
  for (; end > begin && is_blank(text[end - 1]); --end) polls.step();
  return text.substr(begin, end - begin);
}

std::string replaced(std::string text, std::string old, std::string fresh) {
  if (old.empty()) {
    throw labelled(Error(Code::value, "replace: `old` is empty, expected a nonempty string"),
                   "old");
  }
  std::string out;
  size_t begin = 0;
  PollCounter polls;
  for (size_t at; (at = find_text(text, old, begin)) != std::string::npos;
       begin = at + old.size()) {
    out.append(text, begin, at - begin);
    out += fresh;
    polls.step(text.size() + 2 * out.size());  // twice, for the reallocation when it grows
  }
  return out.append(text, begin);
}

std::string text_of(Value x) { return x.is_string() ? x.string() : text(x); }

std::string formatted(Value x, std::string spec) {
  if (x.is_string()) return format(x.string(), spec);
  if (!x.is_leaf()) {
    throw Error(Code::type,
                str("format: `x` is ", kind_text(x), ", expected a number, an array, or a string"));
  }
  return format(x.as_array(), spec);
}

}  // namespace

extern const Builtin upper_builtin = {
    .signature = "upper(text: str) -> str",
    .brief = "Converts the letters a to z to upper case. Other characters are unchanged.",
    .errors = "error[type] if `text` is not a string",
    .example = "upper(\"ab1\")  #> AB1",
    .source = "ours",
    .call = bind<&upper>,
};

extern const Builtin lower_builtin = {
    .signature = "lower(text: str) -> str",
    .brief = "Converts the letters A to Z to lower case. Other characters are unchanged.",
    .errors = "error[type] if `text` is not a string",
    .example = "lower(\"AB1\")  #> ab1",
    .source = "ours",
    .call = bind<&lower>,
};

extern const Builtin trim_builtin = {
    .signature = "trim(text: str) -> str",
    .brief = "Removes ASCII whitespace from both ends of a string.",
    .errors = "error[type] if `text` is not a string",
    .example = "trim(\"  a b \")  #> a b",
    .source = "Python's str.strip",
    .call = bind<&trim>,
};

extern const Builtin replace_builtin = {
    .signature = "replace(text: str, old: str, new: str) -> str",
    .brief = "Replaces every occurrence of a substring.",
    .params = {{"old", "Substring to replace; not empty."}, {"new", "Replacement."}},
    .errors = "error[value] if `old` is empty",
    .example = "replace(\"a-b-c\", \"-\", \"+\")  #> a+b+c",
    .source = "Python's str.replace",
    .call = bind<&replaced>,
};

extern const Builtin str_builtin = {
    .signature = "str(x: any) -> str",
    .brief = "Converts a value to a string, as `print` shows it.",
    .errors = "none",
    .example = "str(1.5)  #> 1.5",
    .source = "Python's str",
    .call = bind<&text_of>,
};

extern const Builtin format_builtin = {
    .signature = "format(x: any, spec: str) -> str",
    .brief = "Formats a number, a string, or each element of an array.",
    .params = {{"spec", "Format specification as in Python, such as \".3f\" or \">8\"."}},
    .errors = "error[value] if `spec` is not a valid format specification",
    .example = "format(2.0 / 3, \".3f\")  #> 0.667",
    .source = "Python's format",
    .call = bind<&formatted>,
};

}  // namespace rille
