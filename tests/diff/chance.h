// Chance: what a seed decides, and numbers for arrays.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "jit/ir.h"
#include "vm/array.h"

namespace rille::diff {

using Arrays = std::vector<Array>;

class Chance {
 public:
  explicit Chance(uint64_t seed);

  // From 0 to n - 1; from `low` to `high`; one time in n.
  int64_t below(int64_t n) { return static_cast<int64_t>(next_() % static_cast<uint64_t>(n)); }
  int64_t from(int64_t low, int64_t high) { return low + below(high - low + 1); }
  bool once_in(int64_t n) { return below(n) == 0; }
  template <class List>
  decltype(auto) one_of(const List& list) {
    return list[static_cast<size_t>(below(std::ssize(list)))];
  }
  double real(double low, double high);
  uint64_t word() { return next_(); }

 private:
  std::mt19937_64 next_;
};

// What the elements of an argument are like.
enum class Numbers : uint8_t {
  plain,  // floats in (-2, 2), whole numbers from -3 to 6
  wild,   // the same and, among them, infinities, NaN, zeros of both signs, tiny and huge ones
  apart,  // floats in (-2, 2), none of which is another or near 0: where things are smooth
};
Array draw(Chance& chance, const Type& type, Numbers numbers);
Arrays draw(Chance& chance, const Types& types, Numbers numbers);

}  // namespace rille::diff
