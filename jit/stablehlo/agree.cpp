// Compares results of StableHLO programs with expectations.
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

// Bits in the order of the floats; both zeros are 0.
template <class T>
int64_t ordered_bits(T x) {
  auto bits = bits_of(x);
  constexpr auto most = std::numeric_limits<decltype(bits)>::max();
  return bits < 0 ? -static_cast<int64_t>(bits & most) : static_cast<int64_t>(bits);
}

// Compares the elements of two arrays.
struct Comparison {
  HloCheck::Tolerance means;
  int64_t worst = 0;  // units in the last place

  template <class T>
  bool agree(T got, T wanted) {
    if (bits_of(got) == bits_of(wanted)) return true;
    auto x = static_cast<double>(got), y = static_cast<double>(wanted);
    if (std::isnan(x) || std::isnan(y)) return std::isnan(x) && std::isnan(y);
    if (std::isinf(x) || std::isinf(y)) return false;
    if (means == HloCheck::Tolerance::near)
      return std::abs(x - y) <= 1e-3 * std::max(1.0, std::abs(y));
    if (std::signbit(x) != std::signbit(y)) return false;
    // Equal signs, so no overflow.
    int64_t apart = std::abs(ordered_bits(got) - ordered_bits(wanted));
    worst = std::max(worst, apart);
    return means == HloCheck::Tolerance::close && apart <= 3;
  }

  template <class T>
  bool agree_at(const Array& got, const Array& wanted, size_t i) {
    const T* x = reinterpret_cast<const T*>(got.data()) + i;
    const T* y = reinterpret_cast<const T*>(wanted.data()) + i;
    if constexpr (std::same_as<T, std::complex<float>> || std::same_as<T, std::complex<double>>) {
      bool real = agree(x->real(), y->real());
      return agree(x->imag(), y->imag()) && real;
    } else if constexpr (std::floating_point<T> || std::same_as<T, Float16> ||
                         std::same_as<T, Bfloat16> || std::same_as<T, Float8e4m3> ||
                         std::same_as<T, Float8e5m2>) {
      return agree(*x, *y);
    } else {
      return std::memcmp(x, y, sizeof(T)) == 0;
    }
  }
};

}  // namespace

HloVerdict compared(const Array& got, const Array& wanted, HloCheck::Tolerance means) {
  if (got.type() != wanted.type()) {
    return {.fault = str("the type is ", got.type(), ", expected ", wanted.type())};
  }
  Comparison comparison{means};
  size_t differing = 0, first = 0;
  with_type(got.dtype(), [&](auto zero) {
    for (size_t i = 0; i < got.size(); ++i) {
      if (comparison.agree_at<decltype(zero)>(got, wanted, i)) continue;
      if (differing++ == 0) first = i;
    }
  });
  HloVerdict out{.ulp = comparison.worst};
  if (differing == 0) return out;
  auto one = [&](const Array& x) {
    return text(x.view(x.type().with(Shape{}), first * bytes(x.dtype())));
  };
  out.fault = str(differing, " of ", got.size(), " elements differ; element ", first, " is ",
                  one(got), ", expected ", one(wanted));
  return out;
}

}  // namespace rille
