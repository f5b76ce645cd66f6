// Quotients by one number have the bits of a division.
#include <bit>
#include <cmath>
#include <random>

#include "backends/backend.h"
#include "jit/graph.h"
#include "jit/op.h"
#include "tests/unit/support/judge.h"

namespace rille {
namespace {

constexpr int64_t count = 1 << 14;

// Random bits, including NaN, infinities, zeros, and subnormal numbers; some have moderate
// exponents.
template <class Bits>
Bits drawn(std::mt19937_64& rng, bool any) {
  constexpr int mantissa = sizeof(Bits) == 4 ? 23 : 52, bias = sizeof(Bits) == 4 ? 127 : 1023;
  auto bits = static_cast<Bits>(rng());
  if (any) return bits;
  constexpr Bits top = Bits{1} << (sizeof(Bits) * 8 - 1);
  Bits below = bits & ((Bits{1} << mantissa) - 1);
  auto exponent = static_cast<Bits>(bias - 20 + static_cast<int>(rng() % 40));
  if (rng() % 4 == 0) below = (Bits{1} << mantissa) - 1 - (below & 3);  // almost all ones
  return (exponent << mantissa) | below | (bits & top);
}

template <class T, class Bits>
void judge(Dtype dtype) {
  Builder b;
  Var x = b.param({dtype, {Extent(count)}}), by = b.param({dtype, {}});
  Var spread = op::broadcast(b, by, Shape{Extent(count)}, Ints{0});
  auto quotient = host_device().compile(std::move(b).finish({op::div(b, x, spread)}));
  std::mt19937_64 rng(7);
  for (int turn = 0; turn < 300; ++turn) {
    std::vector<Array> in = {Array(Type{dtype, {Extent(count)}}), Array(Type{dtype, {}})};
    auto* xs = reinterpret_cast<T*>(in[0].edit_data());
    for (int64_t i = 0; i < count; ++i) {
      xs[i] = std::bit_cast<T>(drawn<Bits>(rng, turn % 3 == 0));
    }
    T divisor = std::bit_cast<T>(drawn<Bits>(rng, turn % 5 == 0));
    xs[5] = T(0), xs[6] = -T(0);
    *reinterpret_cast<T*>(in[1].edit_data()) = divisor;
    std::vector<T> kept(xs, xs + count);
    std::vector<Array> out = quotient->run(in, {});
    const auto* got = reinterpret_cast<const T*>(out[0].data());
    for (int64_t i = 0; i < count; ++i) {
      T wanted = kept[static_cast<size_t>(i)] / divisor;
      bool both = std::isnan(wanted) && std::isnan(got[i]);
      ASSERT_TRUE(both || std::bit_cast<Bits>(wanted) == std::bit_cast<Bits>(got[i]))
          << kept[static_cast<size_t>(i)] << " / " << divisor << ": " << got[i];
    }
  }
}

TEST(Divide, by_one_number_has_the_bits_of_a_division_f32) { judge<float, uint32_t>(Dtype::f32); }
TEST(Divide, by_one_number_has_the_bits_of_a_division_f64) { judge<double, uint64_t>(Dtype::f64); }

}  // namespace
}  // namespace rille
