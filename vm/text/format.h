// format: numbers and strings under Python-like format specs.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace rille {

// "[[fill]align][sign][z][#][0][width][,|_][.precision][type]" as in Python's format(): types
// d b o x X c n for ints, f F e E g G n % for numbers, s for strings; none: the fewest digits, at
// most `precision` significant ones. error[value] where the spec is none or does not fit.
std::string format(int64_t x, std::string_view spec);
std::string format(uint64_t x, std::string_view spec);
std::string format(double x, std::string_view spec);
std::string format(std::string_view x, std::string_view spec);

// The width-and-alignment part of a spec alone, for text that is made elsewhere ("right" where
// the spec names no alignment and `is_number`).
std::string aligned(std::string body, std::string_view spec, bool is_number);

}  // namespace rille
