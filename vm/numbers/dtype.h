// Dtype: the element types, from vm/numbers/dtypes.def.
#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "vm/numbers/small.h"

namespace rille {

enum class DtypeKind : uint8_t { boolean, integer, natural, floating, complex, key };

enum class Dtype : uint8_t {
#define DTYPE(name, cpp, bits, kind, text) name,
#include "vm/numbers/dtypes.def"
#undef DTYPE
};

std::string_view name(Dtype dtype);  // as written in scripts: "f32"
inline std::string text(Dtype dtype) { return std::string(name(dtype)); }
std::optional<Dtype> dtype_named(std::string_view name);
DtypeKind kind(Dtype dtype);
size_t bytes(Dtype dtype);  // of one element in memory; 1 for i4 and u4
int bits(Dtype dtype);      // of one element's value; 4 for i4 and u4

// is_integer: signed and unsigned integers. is_float: floats. is_inexact: floats and complex.
inline bool is_integer(Dtype d) {
  return kind(d) == DtypeKind::integer || kind(d) == DtypeKind::natural;
}
inline bool is_float(Dtype d) { return kind(d) == DtypeKind::floating; }
inline bool is_inexact(Dtype d) { return is_float(d) || kind(d) == DtypeKind::complex; }
inline bool is_number(Dtype d) { return is_integer(d) || is_inexact(d); }

inline bool is_complex(Dtype d) { return kind(d) == DtypeKind::complex; }
// The dtype of the real and imaginary parts: f32 for c64, f64 for c128.
inline Dtype part_of(Dtype d) { return d == Dtype::c64 ? Dtype::f32 : Dtype::f64; }
inline Dtype complex_of(Dtype part) { return part == Dtype::f32 ? Dtype::c64 : Dtype::c128; }

// The promoted dtype of two arrays in an operation, by JAX's lattice (jax.readthedocs.io, type
// promotion) for strong operands. A key with any other dtype is error[dtype].
Dtype promote(Dtype a, Dtype b);

// The promoted dtype of a weak scalar of dtype `weak` (boolean, i64, f64, c128) and an array of
// dtype `array`: the dtype of the array, or the default of the higher kind (f32, c64).
Dtype promote_weak(Dtype weak, Dtype array);

// The dtype of a C++ type: dtype_of<float> is f32.
template <class T>
struct DtypeOf;
#define DTYPE(name, cpp, bits, kind, text)      \
  template <>                                   \
  struct DtypeOf<cpp> {                         \
    static constexpr Dtype value = Dtype::name; \
  };
#include "vm/numbers/dtypes.def"
#undef DTYPE
template <class T>
inline constexpr Dtype dtype_of = DtypeOf<T>::value;

// Calls f with a zero of the dtype's C++ type: f(0.0f) for f32.
template <class F>
decltype(auto) with_type(Dtype dtype, F f) {
  switch (dtype) {
#define DTYPE(name, cpp, bits, kind, text) \
  case Dtype::name: return f(cpp{});
#include "vm/numbers/dtypes.def"
#undef DTYPE
  }
  return f(float{});
}

}  // namespace rille
