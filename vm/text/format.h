// format: numbers and strings with Python-like format specs.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace rille {

// "[[fill]align][sign][z][#][0][width][,|_][.precision][type]" as in Python's format(): types
// d b o x X c n for integers, f F e E g G n % for numbers, s for strings. Without a type: the
// fewest digits, at most `precision` significant ones. error[value] if the spec is invalid or does
// not apply to the value.
std::string format(int64_t x, std::string_view spec);
std::string format(uint64_t x, std::string_view spec);
std::string format(double x, std::string_view spec);
std::string format(std::string_view x, std::string_view spec);

// Applies only the width and alignment of a spec, to text that is already formatted. Without an
// alignment in the spec, numbers (`is_number`) are aligned to the right.
std::string aligned(std::string body, std::string_view spec, bool is_number);

}  // namespace rille
