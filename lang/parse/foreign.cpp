// What other languages write where it fits nothing here.
#include <algorithm>
#include <iterator>

#include "lang/parse/parser.h"

namespace rille::lang {
namespace {

struct Advice {
  std::string_view before, here, help;  // the last token and the next one; empty fits any
  std::string_view wanted = "";         // how that begins which stands here by the grammar
};
constexpr std::string_view operand = "an operand";  // as `before`: the end of an expression
constexpr std::string_view start = "the start";     // as `before`: nothing, or a line's end
constexpr std::string_view value = "a value";       // as `here`: the begin of one
constexpr std::string_view text = "a string";       // as either: the text of such a token

constexpr std::string_view function = "a function is written `fn name(x) = …`";
constexpr std::string_view function_value = "a function as a value is written `x => …`";
constexpr std::string_view binding = "`let x = …` binds a name, `var x = …` makes a place";
constexpr std::string_view comment = "a comment begins with `#`";
constexpr std::string_view imported = "a file of functions is imported whole: `import name`";
constexpr std::string_view choice = "a choice is written `if c { x } else { y }`";
constexpr std::string_view braces = "a block stands in braces: `if c { … }`";
constexpr std::string_view raised = "an error is raised by `error(message)`";
constexpr std::string_view each = "operators work on each element: `x * y`, `x ^ 2`";
constexpr std::string_view shift = "bits are shifted by `bits.shift_left(x, n)`";
constexpr std::string_view shift_down = "bits are shifted by `bits.shift_right(x, n)`";
constexpr std::string_view arms = "`match x { 1 => …, _ => … }` tells values apart";
constexpr Advice advices[] = {
    {"def", "", function},
    {"func", "", function},
    {"function", "", function},
    {"lambda", "", function_value},
    {"", "->", function_value},
    {"", "elif", "write `else if`"},
    {"", "elseif", "write `else if`"},
    {"", "!", "write `not`"},
    {"", "//", comment},
    {"", "/", comment},
    {"", "fn", function_value},
    {"", "@", "a function is transformed by a call: `let g = jit(f)`"},
    {"[", "..", "a slice is written `x[:5]`"},
    {"..", "]", "a slice is written `x[2:]`, a range has both ends: `2..n`"},
    {text, ":", "a dict is written `dict(a = 1)`, a record `(a = 1)`"},
    {operand, "&", "`and` and `or` join masks too; bits are for `bits.and(x, y)`"},
    {"+", "+", "write `i += 1`"},
    {"const", "", binding},
    {"mut", "", binding},
    {"val", "", binding},
    {"local", "", binding},
    {"global", "", "a function changes a place that it is passed: `fn f(inout x)`, `f(&x)`"},
    {"from", "", imported},
    {"using", "", imported},
    {"with", "", "`io.read(path)` reads a file, nothing has to be closed"},
    {"switch", "", arms},
    {"case", "", arms},
    {"class", "", "a type is written `struct Name { field, … }`"},
    {"try", "{", "`try(() => …)` gives (ok, value) or (ok, error)"},
    {"del", "", "`delete(&d, key)` takes a key out of a dict"},
    {"print", text, "a call has parentheses: `print(x)`"},
    {"", "var", "`x.var()` is the variance; `var x = …` is a line of its own"},
    {"<", "<", shift},
    {">", ">", shift_down},
    {operand, "xor", "`bits.xor(x, y)` is for bits, `a != b` for bools"},
    {operand, "is", "`x == nil` asks whether x is nil"},
    {".", "*", each},
    {".", "/", each},
    {".", "^", each},
    {".", "+", each},
    {".", "-", each},
    {operand, ",", "two names are a tuple: `for (i, x) in enumerate(xs)`", "`in`"},
    {operand, ",", "a tuple comes apart in parentheses: `let (a, b) = …`", "`=`"},
    {operand, ",", "a tuple has parentheses: `(a, b)`", "a newline"},
    {operand, "=>", function, "`=`"},
    {operand, ":", braces, "a block"},
    {operand, "then", braces, "a block"},
    {operand, "do", braces, "a block"},
    {operand, ":", "an argument is named by `=`: `f(a = 1)`", "`,` or `)`"},
    {operand, ":", "`let x = …` binds a name; a record is written `(a = 1)`", "a newline"},
    {start, ":", "at a prompt `:help` tells what there is, `:quit` ends it"},
    {start, "%", "`io.time()` is a clock; `rille dump --after=times FILE` tells of compiling"},
    {operand, "if", choice},
    {operand, "=>", "an instance of a struct is matched by `Name(...)`, its fields by `Name(a, b)`",
     "`(` behind the path"},
    {operand, "in", "`any(xs == x)` asks an array, `contains(text, part)` a string"},
    {operand, "for",
     "one `for` takes many clauses: `[… for i in a, j in b]`; tuples nest: `((…) for …)`"},
    {"raise", "", raised},
    {"throw", "", raised},
    {operand, value, "elements have commas between them: `[[1, 2], [3, 4]]`", "`,` or `]`"},
};

bool ends_operand(const Token& token) {
  return token.kind == TokenKind::name || token.kind == TokenKind::number ||
         token.kind == TokenKind::string || token.text == ")" || token.text == "]" ||
         token.text == "}" || token.text == "true" || token.text == "false";
}

bool begins_operand(const Token& token) {
  return token.kind == TokenKind::name || token.kind == TokenKind::number ||
         token.kind == TokenKind::string;
}

bool fits(const Advice& advice, const Token& before, const Token& here, std::string_view wanted) {
  bool is_sign = advice.before == "+" || advice.before == "<" || advice.before == ">";
  if (is_sign && before.end != here.begin) return false;
  bool is_start = before.kind == TokenKind::end || before.kind == TokenKind::newline;
  bool is_behind = advice.before == operand ? ends_operand(before)
                   : advice.before == start ? is_start
                                            : advice.before == before.text;
  bool is_here = advice.here == value ? begins_operand(here) : advice.here == here.text;
  return (advice.before.empty() || is_behind) && (advice.here.empty() || is_here) &&
         wanted.starts_with(advice.wanted);
}

}  // namespace

std::string_view foreign_advice(const Token& before, const Token& here, std::string_view wanted) {
  bool is_prefixed = before.kind == TokenKind::name && here.kind == TokenKind::string &&
                     before.text.size() == 1 && before.end == here.begin;
  if (is_prefixed) return "every string takes holes: \"{x}\"";
  const auto* found = std::ranges::find_if(
      advices, [&](const Advice& advice) { return fits(advice, before, here, wanted); });
  return found == std::end(advices) ? "" : found->help;
}

}  // namespace rille::lang
