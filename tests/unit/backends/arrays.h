// Random arrays, and tolerances for comparing arrays.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <concepts>
#include <cstring>
#include <random>
#include <vector>

#include "jit/graph.h"
#include "jit/op.h"
#include "vm/array.h"
#include "vm/text.h"

namespace rille {

using Arrays = std::vector<Array>;

// Floats in (-2, 2); signed integers from -2 to 2, unsigned ones from 0 to 3.
inline Array random_array(const Type& type, std::mt19937& rng) {
  if (type.form() != TypeForm::array) return Array(type);
  Array out(type);
  with_type(type.dtype(), [&](auto zero) {
    using T = decltype(zero);
    std::uniform_real_distribution<double> draw(-2, 2);
    for (T& x : out.edit<T>()) {
      double value = draw(rng);
      if constexpr (std::same_as<T, bool>) {
        x = value > 0;
      } else if constexpr (std::same_as<T, KeyBits>) {
        x = {static_cast<uint32_t>(rng()), static_cast<uint32_t>(rng())};
      } else if constexpr (std::same_as<T, Int4> || std::same_as<T, UInt4>) {
        x = T(static_cast<int64_t>(value));
      } else if constexpr (std::unsigned_integral<T>) {
        x = static_cast<T>(value + 2);
      } else if constexpr (requires { x.imag(); }) {
        using Part = typename T::value_type;
        x = T(static_cast<Part>(value), static_cast<Part>(draw(rng)));
      } else {
        x = static_cast<T>(value);
      }
    }
  });
  return out;
}

inline Arrays random_arrays(const Types& types, std::mt19937& rng) {
  Arrays out;
  for (const Type& type : types) out.push_back(random_array(type, rng));
  return out;
}

inline double as_double(const Array& x, size_t at) {
  return with_type(x.dtype(), [&](auto zero) -> double {
    using T = decltype(zero);
    T value = x.as<T>()[at];
    if constexpr (std::is_arithmetic_v<T>) {
      return static_cast<double>(value);
    } else if constexpr (requires { static_cast<float>(value); }) {
      return static_cast<double>(static_cast<float>(value));
    } else {
      return 0;
    }
  });
}

inline bool same_bytes(const Array& a, const Array& b) {
  return a.type() == b.type() && std::memcmp(a.data(), b.data(), a.byte_size()) == 0;
}

// Mantissa bits of a float dtype.
inline int fraction_bits(Dtype dtype) {
  switch (dtype) {
    case Dtype::f64: return 52;
    case Dtype::f32: return 23;
    case Dtype::f16: return 10;
    case Dtype::bf16: return 7;
    case Dtype::f8e4m3: return 3;
    default: return 2;
  }
}

// The host computes complex numbers by formulas that the reference does not use, so they may differ
// by some roundings of their magnitude. NaN and infinite parts compare equal.
inline testing::AssertionResult complex_near_enough(const Array& got, const Array& want,
                                                    double units) {
  Dtype part = part_of(want.dtype());
  double unit = std::ldexp(8 * units, -fraction_bits(part));
  for (size_t i = 0; i < want.size(); ++i) {
    auto at = [&](const Array& x) -> std::complex<double> {
      if (part == Dtype::f64) return x.as<std::complex<double>>()[i];
      return x.as<std::complex<float>>()[i];
    };
    std::complex<double> x = at(got), y = at(want);
    auto same = [](double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); };
    if (same(x.real(), y.real()) && same(x.imag(), y.imag())) continue;
    if (std::abs(x - y) <= unit * std::max(std::abs(y), 1e-30)) continue;
    return testing::AssertionFailure() << "element " << i << ": " << x << " for " << y;
  }
  return testing::AssertionSuccess();
}

// Floats may differ by `units` in the last place of the largest element; other values must be
// equal.
inline testing::AssertionResult near_enough(const Array& got, const Array& want, double units) {
  if (got.type() != want.type()) {
    return testing::AssertionFailure() << text(got.type()) << " for " << text(want.type());
  }
  if (is_complex(want.dtype())) return complex_near_enough(got, want, units);
  if (!is_float(want.dtype())) {
    if (same_bytes(got, want)) return testing::AssertionSuccess();
    return testing::AssertionFailure() << text(got) << "\nfor\n" << text(want);
  }
  double unit = std::ldexp(units, -fraction_bits(want.dtype()));
  for (size_t i = 0; i < want.size(); ++i) {
    double x = as_double(got, i), y = as_double(want, i);
    bool same = x == y || (std::isnan(x) && std::isnan(y));
    if (same || std::abs(x - y) <= unit * std::max(std::abs(y), 1e-30)) continue;
    return testing::AssertionFailure() << "element " << i << ": " << x << " for " << y;
  }
  return testing::AssertionSuccess();
}

inline Graph graph_of(const Op& op, const Sample& sample) {
  Builder b;
  Vars in;
  for (const Type& type : sample.in) in.push_back(b.param(type));
  Vars out = b.emit(op, in, sample.attrs, sample.regions);
  return std::move(b).finish(std::move(out));
}

}  // namespace rille
