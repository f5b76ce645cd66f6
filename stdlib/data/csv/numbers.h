// Numbers of CSV cells: general, and fast for plain numbers.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string_view>

namespace rille {

std::string_view csv_trimmed(std::string_view cell);

// Whether a number has leading zeros, as in 007. Such a cell is a code, not a number.
inline bool has_leading_zeros(std::string_view cell) {
  size_t at = !cell.empty() && (cell[0] == '-' || cell[0] == '+') ? 1 : 0;
  return cell.size() > at + 1 && cell[at] == '0' && cell[at + 1] >= '0' && cell[at + 1] <= '9';
}

// Parses the complete cell as a 64-bit integer; none if it is not one.
std::optional<int64_t> csv_int(std::string_view cell);
std::optional<uint64_t> csv_natural(std::string_view cell);

// Number in any notation, including inf, infinity, and nan in upper or lower case.
struct CsvNumber {
  double value = 0;           // the nearest f64
  std::string_view digits{};  // digits after the sign; empty with a point or an exponent
  bool leaves_range = false;  // overflow or underflow: the nearest f64 is inf or 0

  bool is_whole() const { return !digits.empty(); }
  // Whether the type represents the written number. An integer must be exact. For another number
  // the shortest digits of the f32 must be those of the cell; an f64 is rounded to the nearest.
  bool fits_f64() const;
  bool fits_f32() const;
};
std::optional<CsvNumber> csv_number(std::string_view cell);

// Parses a number with a point, rounded to the nearest f64, if the result is finite and not 0. This
// covers most cells that are not plain. csv_number parses any number.
bool csv_fraction(std::string_view cell, double& out);

// Whether f32 represents a written number whose nearest f64 is x: exactly for an integer, or such
// that the shortest digits of the f32 equal the written digits.
bool f32_holds(double x, bool is_whole);

// Plain number: at most sixteen characters, digits with an optional point and an optional
// minus sign. The value is digits / 10^scale. Most cells are plain numbers.
struct PlainNumber {
  uint64_t digits = 0;
  int scale = 0;
  bool is_negative = false, has_point = false;

  int64_t whole() const {  // the value of a number without a point
    auto value = static_cast<int64_t>(digits);
    return is_negative ? -value : value;
  }
  bool has_zeros(std::string_view cell) const {  // whether the cell has leading zeros
    size_t at = is_negative ? 1 : 0;
    return cell[at] == '0' && cell.size() > at + 1 && cell[at + 1] != '.';
  }
  bool is_exact() const { return digits < uint64_t{1} << 53; }
  // Whether the digits are certainly the shortest digits of the nearest f32. Near the limits the
  // answer is false, and f32_holds() decides. If f32 numbers are denser than numbers with this many
  // digits, the answer is true. Otherwise no number with one digit less may round to the f32, and
  // no number with as many digits may be nearer. `x` is value().
  bool is_short(double x) const {
    constexpr uint32_t exponent = 0x7f800000;
    constexpr double even = 0x1.8p52;  // adding and subtracting it rounds to an integer
    auto narrow = static_cast<float>(x);
    auto near = static_cast<double>(narrow);
    auto power = std::bit_cast<float>(std::bit_cast<uint32_t>(narrow) & exponent);
    double unit = tens[scale], step = static_cast<double>(power) * 0x1p-23 * unit;
    double shorter = near * unit * 0.1;
    double away = std::fabs(shorter - (shorter + even - even)) - 0.05000005 * step;
    double off = std::fabs(x - near) * unit;
    return step < 1 || (off < 0.499999 && away > 0);
  }
  // Correctly rounded if is_exact(): digits below 2^53 and powers of ten up to 22 are exact
  // doubles, and the division rounds once (Clinger, "How to read floating point numbers
  // accurately", 1990). The sign is unpredictable, so it is not a branch.
  static constexpr double tens[] = {1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                    1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
  double value() const {
    constexpr double signs[] = {1, -1};
    return static_cast<double>(digits) * signs[is_negative ? 1 : 0] / tens[scale];
  }
};

// Parses a plain number. Returns false for any other cell, which the functions above parse. Sixteen
// bytes from the start of the cell must be readable.
bool plain_number(std::string_view cell, PlainNumber& out);

}  // namespace rille
