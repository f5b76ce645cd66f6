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

enum class Kind : uint8_t { boolean, integer, natural, floating, complex, key };

enum class Dtype : uint8_t {
#define DTYPE(name, cpp, bits, kind, text) name,
#include "vm/numbers/dtypes.def"
#undef DTYPE
};

std::string_view name(Dtype dtype);  // "f32"; the word that a script writes
inline std::string text(Dtype dtype) { return std::string(name(dtype)); }
std::optional<Dtype> dtype_named(std::string_view name);
Kind kind(Dtype dtype);
size_t bytes(Dtype dtype);  // of one element in memory; 1 for i4 and u4
int bits(Dtype dtype);      // of one element's value; 4 for i4 and u4

// i and u kinds; floats alone; floats and complex.
inline bool is_integer(Dtype d) { return kind(d) == Kind::integer || kind(d) == Kind::natural; }
inline bool is_float(Dtype d) { return kind(d) == Kind::floating; }
inline bool is_inexact(Dtype d) { return is_float(d) || kind(d) == Kind::complex; }
inline bool is_number(Dtype d) { return is_integer(d) || is_inexact(d); }

inline bool is_complex(Dtype d) { return kind(d) == Kind::complex; }
// Of the parts of a complex number: f32 of c64, f64 of c128.
inline Dtype part_of(Dtype d) { return d == Dtype::c64 ? Dtype::f32 : Dtype::f64; }
inline Dtype complex_of(Dtype part) { return part == Dtype::f32 ? Dtype::c64 : Dtype::c128; }

// JAX's lattice (jax.readthedocs.io, type promotion), strong operands only: what two arrays of
// these dtypes become in an operation. A key meets nothing but a key: error[dtype].
Dtype promote(Dtype a, Dtype b);

// What a weak host number of dtype `weak` (boolean, i64, f64, c128) becomes beside an array of
// dtype `array`: the array's dtype, or the default of the higher kind (f32, c64).
Dtype promote_weak(Dtype weak, Dtype array);

// The row of a C++ type: dtype_of<float> is f32.
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
