// What each primitive is tried on, by family.
#pragma once

#include <span>
#include <vector>

#include "jit/op.h"

namespace rille {

inline Type f32(const Shape& shape) { return {Dtype::f32, shape}; }
inline Type f64(const Shape& shape) { return {Dtype::f64, shape}; }
inline Type i32(const Shape& shape) { return {Dtype::i32, shape}; }
inline Type bools(const Shape& shape) { return {Dtype::boolean, shape}; }

inline bool is_any(Dtype) { return true; }
inline bool is_bits(Dtype d) { return is_integer(d) || d == Dtype::boolean; }
inline bool is_real(Dtype d) { return is_integer(d) || is_float(d); }
inline bool is_ordered(Dtype d) { return is_real(d) || d == Dtype::boolean; }

// Every dtype, f64 first: slopes are judged in it alone.
std::span<const Dtype> sample_dtypes();

// Ranks 0 to 4, an extent of 0 and of 1.
std::span<const Shape> sample_shapes();

// Of `inputs` equal types: every sample shape in the first dtype that is taken, four in each of
// the others. Floats are drawn from [low, high).
struct Draws {
  int inputs = 1;
  double low = -2, high = 2;
};
std::vector<Sample> samples_of(bool (*takes)(Dtype), Draws draws);

template <int inputs, bool (*takes)(Dtype)>
std::vector<Sample> samples() {
  return samples_of(takes, {inputs});
}

// What a scalar operation takes, where jit/scalars.def draws it from.
constexpr Draws draws_of(Scalar name) {
  const ScalarFacts& facts = facts_of(name);
  return {facts.operands, facts.low, facts.high};
}
template <Scalar name>
std::vector<Sample> float_samples() {
  return samples_of(is_float, draws_of(name));
}
template <Scalar name>
std::vector<Sample> inexact_samples() {
  return samples_of(is_inexact, draws_of(name));
}

}  // namespace rille
