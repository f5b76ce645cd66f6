// Piece: a piece of Lua text for one expression.
#pragma once

#include <string>
#include <string_view>

#include "vm/contract.h"

namespace rille::lang {

// Lua's precedences; what binds tighter is greater.
enum class Prec { logic_or, logic_and, compare, add, mul, unary, pow, constant, primary };

struct Piece {
  std::string text;
  Prec prec = Prec::primary;
  bool stable = false;    // evaluating it later, or twice, gives the same and does nothing
  bool borrowed = false;  // part of a place that is updated in place, not yet kept by anyone

  // The text where at least `least` is wanted.
  std::string at(Prec least) const { return prec < least ? "(" + text + ")" : text; }
  // As the head of a call, field or index.
  std::string head() const { return at(Prec::primary); }
  // As the last item of a list: one value, whatever a call gives.
  std::string single() const { return !stable && prec == Prec::primary ? "(" + text + ")" : text; }
};

inline Piece constant(std::string text) { return {std::move(text), Prec::constant, true}; }
inline Piece local_name(std::string text) { return {std::move(text), Prec::primary, true}; }

inline std::string digit(LeaveCode code) { return std::to_string(static_cast<int>(code)); }

std::string quoted(std::string_view text);  // "a\"b"
std::string number_literal(double x);       // always a float in Lua
std::string integer_literal(int64_t x);
std::string field_access(std::string_view word);  // .w or ["end"]
std::string field_key(std::string_view word);     // w or ["end"]
std::string lua_name(std::string_view name, int id);

}  // namespace rille::lang
