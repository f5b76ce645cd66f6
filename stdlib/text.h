// Strings: splitting, search, sorting.
#pragma once

#include <string>
#include <string_view>

#include "vm/run/running.h"
#include "vm/value.h"

namespace rille {

// Calls f with consecutive pieces of the text, in order; a pending interrupt is handled between
// two.
template <class F>
void in_pieces(std::string_view text, F f) {
  constexpr size_t piece = 64 << 10;
  for (size_t at = 0; at < text.size(); at += piece) {
    poll();
    f(text.substr(at, piece));
  }
}

// The position of the first occurrence of `part` at or after `from`, or npos. Takes linear
// time and handles interrupts.
size_t find_text(std::string_view text, std::string_view part, size_t from = 0);
size_t find_last_text(std::string_view text, std::string_view part);

bool is_blank(char c);  // space, \t, \n, \r, \f, \v

// The parts of a text between separators, as a tuple of strings; error[value] if the separator is
// empty.
Values split_text(std::string_view text, std::string_view separator);

// Whether x is a tuple of strings.
bool are_strings(const Value& x);
// Sorted by their bytes; stable.
Values sorted_strings(Values strings, bool descending);
Array places_of_strings(const Values& strings, bool descending);  // i32[n]

// The distinct strings in sorted order. All arrays are i32.
struct UniqueStrings {
  Values strings;
  Array index;    // the first index of each distinct string
  Array inverse;  // for each input string, its index in `strings`
  Array counts;   // the number of occurrences of each
};
UniqueStrings unique_strings_of(const Values& strings);

}  // namespace rille
