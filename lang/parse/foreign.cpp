// Help for syntax of other languages.
#include <algorithm>
#include <iterator>

#include "lang/parse/parser.h"

namespace rille::lang {
namespace {

struct Advice {
  std::string_view before, here, help;  // the last token and the next one; empty matches any
  std::string_view wanted = "";         // prefix of the text that names what the grammar expects
};
constexpr std::string_view operand = "an operand";  // as `before`: the end of an expression
constexpr std::string_view start = "the start";     // as `before`: no token, or a line end
constexpr std::string_view value = "a value";       // as `here`: the beginning of an expression
constexpr std::string_view text = "a string";       // as either: the text of a string token

constexpr std::string_view function = "a function is written `fn name(x) = …`";
constexpr std::string_view function_value = "an anonymous function is written `x => …`";
constexpr std::string_view binding =
    "`let x = …` binds a name, `var x = …` declares a mutable variable";
constexpr std::string_view comment = "a comment begins with `#`";
constexpr std::string_view imported =
    "the library needs no import: `grad(f)`; `import name` imports a whole script";
constexpr std::string_view choice = "a conditional is written `if c { x } else { y }`";
constexpr std::string_view braces = "a block is written in braces: `if c { … }`";
constexpr std::string_view raised = "`error(message)` raises an error";
constexpr std::string_view each = "operators are elementwise: `x * y`, `x ^ 2`";
constexpr std::string_view shift = "`bits.shift_left(x, n)` shifts bits";
constexpr std::string_view shift_down = "`bits.shift_right(x, n)` shifts bits";
constexpr std::string_view arms = "`match x { 1 => …, _ => … }` selects by value";
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
    {"/", "*", comment},
    {"", "fn", function_value},
    {"", "@", "a decorator is written as a call: `let g = jit(f)`"},
    {"[", "..", "a slice is written `x[:5]`"},
    {"..", "]", "a slice is written `x[2:]`, a range has both ends: `2..n`"},
    {text, ":", "a dict is written `dict(a = 1)`, a record `(a = 1)`"},
    {operand, "&", "`and` and `or` also combine masks; `bits.and(x, y)` is bitwise"},
    {"+", "+", "write `i += 1`"},
    {"const", "", binding},
    {"mut", "", binding},
    {"val", "", binding},
    {"local", "", binding},
    {"global", "", "a function changes a variable passed by reference: `fn f(inout x)`, `f(&x)`"},
    {"from", "", imported},
    {"using", "", imported},
    {"with", "torch", "no block is needed: nothing is differentiated outside of `grad`"},
    {"with", "", "`io.read(path)` reads a whole file and closes it"},
    {"switch", "", arms},
    {"case", "", arms},
    {"class", "", "a type is written `struct Name { field, … }`"},
    {"try", "{", "`try(() => …)` returns (ok, value) or (ok, error)"},
    {"del", "", "`delete(&d, key)` removes a key from a dict"},
    {"print", text, "a call needs parentheses: `print(x)`"},
    {"", "var", "`x.var()` is the variance; `var x = …` is a separate statement"},
    {"<", "<", shift},
    {">", ">", shift_down},
    {operand, "xor", "`bits.xor(x, y)` is bitwise; `a != b` is the exclusive or of bools"},
    {operand, "is", "`x == nil` tests whether x is nil"},
    {".", "*", each},
    {".", "/", each},
    {".", "^", each},
    {".", "+", each},
    {".", "-", each},
    {operand, ",", "several names need parentheses: `for (i, x) in enumerate(xs)`", "`in`"},
    {operand, ",", "a tuple is destructured in parentheses: `let (a, b) = …`", "`=`"},
    {operand, ",", "a tuple needs parentheses: `(a, b)`", "a newline"},
    {operand, "=>", function, "`=`"},
    {operand, ":", braces, "a block"},
    {operand, "then", braces, "a block"},
    {operand, "do", braces, "a block"},
    {operand, ":", "a named argument is written with `=`: `f(a = 1)`", "`,` or `)`"},
    {operand, ":", "`let x = …` binds a name; a record is written `(a = 1)`", "a newline"},
    {start, ":", "at the prompt, `:help` lists the commands and `:quit` exits"},
    {start, "%",
     "`io.monotonic()` reads a clock; `rille dump --after=times FILE` times the compiler"},
    {operand, "if", choice},
    {operand, "=>", "`Name(...)` matches an instance of a struct, `Name(a, b)` also its fields",
     "`(` after the path"},
    {operand, "in", "`any(xs == x)` searches an array, `contains(text, part)` a string"},
    {operand, "for",
     "one `for` has several clauses: `[… for i in a, j in b]`; tuples can be nested: `((…) for "
     "…)`"},
    {"raise", "", raised},
    {"throw", "", raised},
    {operand, value, "elements are separated by commas: `[[1, 2], [3, 4]]`", "`,` or `]`"},
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
  constexpr std::string_view signs[] = {"+", "<", ">", "/"};
  bool is_sign = std::ranges::count(signs, advice.before) > 0;
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
  if (is_prefixed) return "string interpolation needs no prefix: \"{x}\"";
  const auto* found = std::ranges::find_if(
      advices, [&](const Advice& advice) { return fits(advice, before, here, wanted); });
  return found == std::end(advices) ? "" : found->help;
}

}  // namespace rille::lang
