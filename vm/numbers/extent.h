// Extent: the size of an axis, a number or a polynomial.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace rille {

// Stored in one word. A known extent is a number >= 0; an unknown one is an interned polynomial of
// named sizes with integer coefficients ("2*n + 1"). Equal extents have equal words, so == tests
// provable equality. Arithmetic is checked: a result of more than 62 bits is error[memory], and a
// difference that is known to be negative is a Bug of the caller.
class Extent {
 public:
  constexpr Extent() = default;
  Extent(int64_t number) : word_(number) {  // NOLINT: a number is an extent; negative is a Bug
    if (number < 0) refuse_negative(number);
  }

  static Extent named(std::string_view name);

  bool known() const { return word_ >= 0; }
  int64_t number() const;  // a Bug if the extent is unknown
  std::optional<int64_t> if_known() const;

  Extent operator+(Extent other) const;
  Extent operator-(Extent other) const;
  Extent operator*(Extent other) const;
  // Exact division; error[shape] if it is known to have a remainder.
  Extent divided_by(Extent other) const;

  bool operator==(const Extent&) const = default;
  uint64_t word() const { return static_cast<uint64_t>(word_); }

 private:
  friend struct ExtentTable;
  static void refuse_negative(int64_t number);

  int64_t word_ = 0;  // >= 0: the number; < 0: -1 - index in the intern table
};

std::string text(Extent extent);

// The product of two counts of elements or bytes; error[memory] if it exceeds 2^62.
int64_t checked_product(int64_t a, int64_t b);

}  // namespace rille
