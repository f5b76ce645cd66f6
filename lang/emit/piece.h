// Piece: the Lua text of one expression.
#pragma once

#include <string>
#include <string_view>

#include "vm/contract.h"

namespace rille::lang {

// The precedences of Lua; tighter operators are greater.
enum class Prec { logic_or, logic_and, compare, add, mul, unary, pow, constant, primary };

struct Piece {
  std::string text;
  Prec prec = Prec::primary;
  bool stable = false;    // may be evaluated later or twice: same value, no side effects
  bool borrowed = false;  // part of a variable that is updated in place, not yet shared

  // The text, in parentheses if its precedence is below `least`.
  std::string at(Prec least) const { return prec < least ? "(" + text + ")" : text; }
  // The text as the head of a call, field, or index.
  std::string head() const { return at(Prec::primary); }
  // The text as the last item of a list: exactly one value, also for a call.
  std::string single() const { return !stable && prec == Prec::primary ? "(" + text + ")" : text; }
};

inline Piece constant(std::string text) { return {std::move(text), Prec::constant, true}; }
inline Piece local_name(std::string text) { return {std::move(text), Prec::primary, true}; }

inline std::string digit(LeaveCode code) { return std::to_string(static_cast<int>(code)); }

std::string quoted(std::string_view text);  // "a\"b"
std::string number_literal(double x);       // always a Lua float
std::string integer_literal(int64_t x);
std::string field_access(std::string_view word);  // .w or ["end"]
std::string field_key(std::string_view word);     // w or ["end"]
std::string lua_name(std::string_view name, int id);

}  // namespace rille::lang
