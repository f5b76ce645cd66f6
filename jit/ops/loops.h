// Reference loops: elements in the arithmetic of their dtype.
#pragma once

#include <complex>
#include <concepts>
#include <type_traits>
#include <vector>

#include "jit/op.h"

namespace rille {

template <class T>
inline constexpr DtypeKind kind_of = DtypeKind::floating;
#define DTYPE(name, cpp, bits, kind, text) \
  template <>                              \
  inline constexpr DtypeKind kind_of<cpp> = kind;
#include "vm/numbers/dtypes.def"
#undef DTYPE

template <class T>
inline constexpr bool is_whole =
    kind_of<T> == DtypeKind::integer || kind_of<T> == DtypeKind::natural;

// The type in which an operation on T is computed: float for smaller floats, 64 bits for the 4-bit
// integers, T itself for all others.
template <class T>
auto widen(T x) {
  if constexpr (kind_of<T> == DtypeKind::floating && !std::floating_point<T>) {
    return static_cast<float>(x);
  } else if constexpr (std::same_as<T, Int4>) {
    return int64_t{x.value};
  } else if constexpr (std::same_as<T, UInt4>) {
    return uint64_t{x.value};
  } else {
    return x;
  }
}
template <class T>
using Wide = decltype(widen(T{}));

template <class T, class W>
T narrow(W x) {
  if constexpr (std::same_as<T, Int4> || std::same_as<T, UInt4>) {
    return T(static_cast<int64_t>(x));
  } else {
    return static_cast<T>(x);
  }
}

// f on unsigned 64-bit numbers if x are integers, so that overflow wraps as on every device; the
// caller narrows the result. Other numbers are passed to f unchanged.
template <class F, class... X>
auto wrapping(F f, X... x) {
  if constexpr ((std::integral<X> && ...)) {
    return f(static_cast<uint64_t>(x)...);
  } else {
    return f(x...);
  }
}

template <class T>
const T* elements(const Array& x) {
  return reinterpret_cast<const T*>(x.data());
}
template <class T>
T* elements_to_write(Array& x) {
  return reinterpret_cast<T*>(x.edit_data());
}

// The elements of x converted to W, the type of the computation.
template <class W>
std::vector<W> loaded(const Array& x) {
  std::vector<W> out(x.size());
  with_type(x.dtype(), [&](auto zero) {
    using From = decltype(zero);
    if constexpr ((kind_of<From> == DtypeKind::complex) != std::is_arithmetic_v<W> &&
                  kind_of<From> != DtypeKind::key) {
      const From* from = elements<From>(x);
      for (size_t i = 0; i < out.size(); ++i) out[i] = static_cast<W>(widen(from[i]));
    }
  });
  return out;
}

// y = F(x...) for one to three inputs of one dtype T of the given kinds. y holds Out, or T if Out
// is void.
template <auto F, class Out, DtypeKind... kinds>
void map_to(const Node&, std::span<const Array> in, std::span<Array> out) {
  with_type(in[0].dtype(), [&](auto zero) {
    using T = decltype(zero);
    using To = std::conditional_t<std::is_void_v<Out>, T, Out>;
    if constexpr (((kind_of<T> == kinds) || ...)) {
      size_t count = in[0].size();
      const T* x = elements<T>(in[0]);
      To* y = elements_to_write<To>(out[0]);
      if constexpr (std::invocable<decltype(F), Wide<T>, Wide<T>, Wide<T>>) {
        const T *z = elements<T>(in[1]), *w = elements<T>(in[2]);
        for (size_t i = 0; i < count; ++i) {
          y[i] = narrow<To>(F(widen(x[i]), widen(z[i]), widen(w[i])));
        }
      } else if constexpr (std::invocable<decltype(F), Wide<T>, Wide<T>>) {
        const T* z = elements<T>(in[1]);
        for (size_t i = 0; i < count; ++i) y[i] = narrow<To>(F(widen(x[i]), widen(z[i])));
      } else {
        for (size_t i = 0; i < count; ++i) y[i] = narrow<To>(F(widen(x[i])));
      }
    }
  });
}

template <auto F>
constexpr auto map_floats = map_to<F, void, DtypeKind::floating>;
template <auto F>
constexpr auto map_inexact = map_to<F, void, DtypeKind::floating, DtypeKind::complex>;
template <auto F>
constexpr auto map_reals =
    map_to<F, void, DtypeKind::integer, DtypeKind::natural, DtypeKind::floating>;
template <auto F>
constexpr auto map_numbers = map_to<F, void, DtypeKind::integer, DtypeKind::natural,
                                    DtypeKind::floating, DtypeKind::complex>;
template <auto F>
constexpr auto map_ordered = map_to<F, void, DtypeKind::boolean, DtypeKind::integer,
                                    DtypeKind::natural, DtypeKind::floating>;
template <auto F>
constexpr auto map_bits =
    map_to<F, void, DtypeKind::boolean, DtypeKind::integer, DtypeKind::natural>;
template <auto F>
constexpr auto test_floats = map_to<F, bool, DtypeKind::floating>;
template <auto F>
constexpr auto test_ordered = map_to<F, bool, DtypeKind::boolean, DtypeKind::integer,
                                     DtypeKind::natural, DtypeKind::floating>;
template <auto F>
constexpr auto test_all =
    map_to<F, bool, DtypeKind::boolean, DtypeKind::integer, DtypeKind::natural, DtypeKind::floating,
           DtypeKind::complex, DtypeKind::key>;

}  // namespace rille
