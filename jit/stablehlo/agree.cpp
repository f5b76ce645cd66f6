// Whether what a StableHLO program gives is what it expects.
#include <cmath>
#include <cstring>

#include "jit/stablehlo.h"
#include "vm/error.h"

namespace rille {
namespace {

template <class T>
auto bits_of(T x) {
  using Whole =
      std::conditional_t<sizeof(T) == 8, int64_t,
                         std::conditional_t<sizeof(T) == 4, int32_t,
                                            std::conditional_t<sizeof(T) == 2, int16_t, int8_t>>>;
  Whole bits{};
  std::memcpy(&bits, &x, sizeof(T));
  return bits;
}

// Ordered as floats are; both zeros are 0.
template <class T>
int64_t ordered_bits(T x) {
  auto bits = bits_of(x);
  constexpr auto most = std::numeric_limits<decltype(bits)>::max();
  return bits < 0 ? -static_cast<int64_t>(bits & most) : static_cast<int64_t>(bits);
}

template <class T>
bool agree(T got, T wanted, HloCheck::Means means) {
  if (bits_of(got) == bits_of(wanted)) return true;
  auto x = static_cast<double>(got), y = static_cast<double>(wanted);
  if (std::isnan(x) || std::isnan(y)) return std::isnan(x) && std::isnan(y);
  if (std::isinf(x) || std::isinf(y)) return false;
  if (means == HloCheck::Means::near) return std::abs(x - y) <= 1e-3 * std::max(1.0, std::abs(y));
  if (means == HloCheck::Means::equal || std::signbit(x) != std::signbit(y)) return false;
  int64_t apart = 0;
  if (__builtin_sub_overflow(ordered_bits(got), ordered_bits(wanted), &apart)) return false;
  return apart <= 3 && apart >= -3;
}

template <class T>
bool are_alike(const Array& got, const Array& wanted, size_t i, HloCheck::Means means) {
  const T* x = reinterpret_cast<const T*>(got.data()) + i;
  const T* y = reinterpret_cast<const T*>(wanted.data()) + i;
  if constexpr (std::same_as<T, std::complex<float>> || std::same_as<T, std::complex<double>>) {
    return agree(x->real(), y->real(), means) && agree(x->imag(), y->imag(), means);
  } else if constexpr (std::floating_point<T> || std::same_as<T, Float16> ||
                       std::same_as<T, Bfloat16> || std::same_as<T, Float8e4m3> ||
                       std::same_as<T, Float8e5m2>) {
    return agree(*x, *y, means);
  } else {
    return std::memcmp(x, y, sizeof(T)) == 0;
  }
}

}  // namespace

std::string disagreement(const Array& got, const Array& wanted, HloCheck::Means means) {
  if (got.type() != wanted.type()) return str("the types are ", got.type(), " and ", wanted.type());
  size_t differing = 0, first = 0;
  with_type(got.dtype(), [&](auto zero) {
    for (size_t i = 0; i < got.size(); ++i) {
      if (are_alike<decltype(zero)>(got, wanted, i, means)) continue;
      if (differing++ == 0) first = i;
    }
  });
  if (differing == 0) return {};
  auto one = [&](const Array& x) {
    return text(x.view(x.type().with(Shape{}), first * bytes(x.dtype())));
  };
  return str(differing, " of ", got.size(), " elements differ; number ", first, " is ", one(got),
             ", expected ", one(wanted));
}

}  // namespace rille
