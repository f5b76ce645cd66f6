// Piece: a piece of Lua text for one expression.
#pragma once

#include <string>
#include <string_view>

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

// What is truthy where x is a tuple or record that only its place can see: x["\1"].
inline constexpr std::string_view owned_mark = "[\"\\1\"]";

// Of a dict (stdlib/core/prelude/dicts.lua): its values under the keys that are strings, the same
// while only its place can see it, which keys it has. What is no dict has nothing under the first
// two.
inline constexpr std::string_view words_field = "[\"(words)\"]", own_field = "[\"(own)\"]",
                                  places_field = "[\"(places)\"]";

std::string quoted(std::string_view text);  // "a\"b"
std::string number_literal(double x);       // always a float in Lua
std::string integer_literal(int64_t x);
std::string field_access(std::string_view word);  // .w or ["end"]
std::string field_key(std::string_view word);     // w or ["end"]
std::string lua_name(std::string_view name, int id);

}  // namespace rille::lang
