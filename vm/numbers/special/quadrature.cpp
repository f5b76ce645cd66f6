// The Gauss-Legendre nodes.
#include "vm/numbers/special/extended.h"

namespace rille::special {
namespace {

constexpr int count = 2 * GaussNodes::half;

// The Legendre polynomial of degree `count` at x, and its derivative.
struct Legendre {
  ExtendedReal value, slope;

  explicit Legendre(ExtendedReal x) {
    ExtendedReal below = 1;
    value = x;
    for (int k = 2; k <= count; ++k) {
      ExtendedReal next = ((2 * k - 1) * x * value - (k - 1) * below) / k;
      below = value;
      value = next;
    }
    slope = count * (x * value - below) / (x * x - 1);
  }
};

GaussNodes computed() {
  GaussNodes out;
  for (int i = 0; i < GaussNodes::half; ++i) {
    ExtendedReal x = std::cos(pi * (i + 0.75L) / (count + 0.5L));
    for (int turn = 0; turn < 6; ++turn) {
      Legendre at(x);
      x -= at.value / at.slope;
    }
    Legendre at(x);
    out.at[i] = x;
    out.weight[i] = 2 / ((1 - x * x) * at.slope * at.slope);
  }
  return out;
}

}  // namespace

const GaussNodes& nodes() {
  static const GaussNodes once = computed();
  return once;
}

}  // namespace rille::special
