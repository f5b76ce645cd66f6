// What other languages write where it fits nothing here.
#include <algorithm>
#include <iterator>

#include "lang/parse/parser.h"

namespace rille::lang {
namespace {

struct Advice {
  std::string_view before, here, help;  // the last token and the next one; empty fits any
};
constexpr std::string_view operand = "an operand";  // as `before`: the end of an expression
constexpr std::string_view text = "a string";       // as either: the text of such a token

constexpr std::string_view function = "a function is written `fn name(x) = …`";
constexpr std::string_view function_value = "a function as a value is written `x => …`";
constexpr std::string_view binding = "`let x = …` binds a name, `var x = …` makes a place";
constexpr std::string_view comment = "a comment begins with `#`";
constexpr Advice advices[] = {
    {"def", "", function},
    {"func", "", function},
    {"function", "", function},
    {"lambda", "", function_value},
    {"", "->", function_value},
    {"", "elif", "write `else if`"},
    {"", "!", "write `not`"},
    {"", "//", comment},
    {"", "/", comment},
    {"", "fn", function_value},
    {"", "@", "a function is transformed by a call: `let g = jit(f)`"},
    {text, ":", "a dict is written `dict(a = 1)`, a record `(a = 1)`"},
    {operand, "&", "`and` and `or` join masks too; bits are for `bits.and(x, y)`"},
    {"+", "+", "write `i += 1`"},
    {"const", "", binding},
    {"from", "", "a file of functions is imported whole: `import name`"},
    {"class", "", "a type is written `struct Name { field, … }`"},
    {"try", "{", "`try(() => …)` gives (ok, value) or (ok, error)"},
    {"del", "", "`delete(&d, key)` takes a key out of a dict"},
    {"print", text, "a call has parentheses: `print(x)`"},
    {operand, "if", "a choice is written `if c { x } else { y }`"},
    {operand, "in", "`any(xs == x)` asks an array, `contains(text, part)` a string"},
    {operand, "for",
     "one `for` takes many clauses: `[… for i in a, j in b]`; tuples nest: `((…) for …)`"},
    {"raise", "", "an error is raised by `error(message)`"},
    {"throw", "", "an error is raised by `error(message)`"},
};

bool ends_operand(const Token& token) {
  return token.kind == TokenKind::name || token.kind == TokenKind::number ||
         token.kind == TokenKind::string || token.text == ")" || token.text == "]" ||
         token.text == "}" || token.text == "true" || token.text == "false";
}

}  // namespace

std::string_view foreign_advice(const Token& before, const Token& here) {
  bool is_joined = before.end == here.begin;
  bool is_prefixed = before.kind == TokenKind::name && here.kind == TokenKind::string &&
                     before.text.size() == 1 && is_joined;
  if (is_prefixed) return "every string takes holes: \"{x}\"";
  auto fits = [&](const Advice& advice) {
    if (advice.before == "+" && !is_joined) return false;
    bool is_behind = advice.before == operand ? ends_operand(before) : advice.before == before.text;
    return (advice.before.empty() || is_behind) &&
           (advice.here.empty() || advice.here == here.text);
  };
  const auto* found = std::ranges::find_if(advices, fits);
  return found == std::end(advices) ? "" : found->help;
}

}  // namespace rille::lang
