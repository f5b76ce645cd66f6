// Strings: parts, search, replacement.
#pragma once

#include <string>
#include <string_view>

#include "vm/run/running.h"
#include "vm/value.h"

namespace rille {

// Calls f with one piece of the text after the other, in order; a stop is heard between two.
template <class F>
void in_pieces(std::string_view text, F f) {
  constexpr size_t piece = 64 << 10;
  for (size_t at = 0; at < text.size(); at += piece) {
    poll();
    f(text.substr(at, piece));
  }
}

// Where the part first stands from a place on, npos where it does not; it takes linear time, and
// hears stops.
size_t find_text(std::string_view text, std::string_view part, size_t from = 0);
size_t find_last_text(std::string_view text, std::string_view part);

bool is_blank(char c);  // space, \t, \n, \r, \f, \v

// The parts of a text between separators, as a tuple of strings; error[value] where it is empty.
Values split_text(std::string_view text, std::string_view separator);

// A tuple of strings.
bool are_strings(const Value& x);
// By their bytes; equals keep their order.
Values sorted_strings(Values strings, bool descending);
Array places_of_strings(const Values& strings, bool descending);  // i32[n]

// The different strings in order. All arrays are i32.
struct UniqueStrings {
  Values strings;
  Array index;    // where each stands first
  Array inverse;  // of all that were given: which of them it is
  Array counts;   // how often each stands there
};
UniqueStrings unique_strings_of(const Values& strings);

}  // namespace rille
