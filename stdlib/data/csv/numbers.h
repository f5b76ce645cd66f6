// Numbers of cells: of any form, and plain ones soon.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string_view>

namespace rille {

std::string_view csv_trimmed(std::string_view cell);

// Whether zeros stand ahead of a number's digits, as in 007: a code, which is more than a number.
inline bool has_leading_zeros(std::string_view cell) {
  size_t at = !cell.empty() && (cell[0] == '-' || cell[0] == '+') ? 1 : 0;
  return cell.size() > at + 1 && cell[at] == '0' && cell[at + 1] >= '0' && cell[at + 1] <= '9';
}

// The whole cell as a number of 64 bits; none where it is none.
std::optional<int64_t> csv_int(std::string_view cell);
std::optional<uint64_t> csv_natural(std::string_view cell);

// A cell that is a number, of any form: also inf, infinity and nan in letters of any size.
struct CsvNumber {
  double value = 0;           // the nearest f64
  std::string_view digits{};  // of one without a point and an exponent: those behind its sign
  bool leaves_range = false;  // the nearest f64 is inf, or 0, and the number is not

  bool is_whole() const { return !digits.empty(); }
  // Whether the type holds the number that is written: a whole one exactly; any other so that its
  // shortest digits are those of the cell (f32), or rounded to the nearest (f64).
  bool fits_f64() const;
  bool fits_f32() const;
};
std::optional<CsvNumber> csv_number(std::string_view cell);

// Whether the cell is a number with a point that an f64 is next to, other than 0: most cells that
// are not plain. csv_number reads any.
bool csv_fraction(std::string_view cell, double& out);

// Whether an f32 holds a number that is written as digits and is next to x: exactly, or, where it
// has a point, by the shortest digits of the f32.
bool f32_holds(double x, bool is_whole);

// What most cells are: up to sixteen digits, a point among them, a minus before them. Its value is
// digits / 10^scale.
struct PlainNumber {
  uint64_t digits = 0;
  int scale = 0;
  bool is_negative = false, has_point = false;

  int64_t whole() const {  // where it has no point
    auto value = static_cast<int64_t>(digits);
    return is_negative ? -value : value;
  }
  bool has_zeros(std::string_view cell) const {  // ahead of the digits of this cell
    size_t at = is_negative ? 1 : 0;
    return cell[at] == '0' && cell.size() > at + 1 && cell[at + 1] != '.';
  }
  bool is_exact() const { return digits < uint64_t{1} << 53; }
  // Whether these are the shortest digits of the nearest f32, for sure: f32_holds() finds out what
  // is too near to the limits. Where the f32s lie closer than numbers of so few digits, each has
  // its own; else no number of a digit less may be next to the f32, and none of as many nearer.
  bool is_short(double x) const {  // its value
    constexpr uint32_t exponent = 0x7f800000;
    constexpr double even = 0x1.8p52;  // what is added to it is rounded to a whole number
    auto narrow = static_cast<float>(x);
    auto near = static_cast<double>(narrow);
    auto power = std::bit_cast<float>(std::bit_cast<uint32_t>(narrow) & exponent);
    double unit = tens[scale], step = static_cast<double>(power) * 0x1p-23 * unit;
    double shorter = near * unit * 0.1;
    double away = std::fabs(shorter - (shorter + even - even)) - 0.05000005 * step;
    double off = std::fabs(x - near) * unit;
    return step < 1 || (off < 0.499999 && away > 0);
  }
  // Where it is exact: digits below 2^53 and powers of ten up to 22 are doubles, and one operation
  // rounds once (Clinger, "How to read floating point numbers accurately", 1990). The sign is as
  // likely as not: it is no branch.
  static constexpr double tens[] = {1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                    1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
  double value() const {
    constexpr double signs[] = {1, -1};
    return static_cast<double>(digits) * signs[is_negative ? 1 : 0] / tens[scale];
  }
};

// Whether the cell is one that can be read at once; the above read any. Sixteen bytes can be read
// where it stands.
bool plain_number(std::string_view cell, PlainNumber& out);

}  // namespace rille
