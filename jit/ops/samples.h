// Test samples of primitives, by family.
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

// Every dtype, f64 first: derivatives are tested in f64 only.
std::span<const Dtype> sample_dtypes();

// Shapes of ranks 0 to 4, with axes of size 0 and 1.
std::span<const Shape> sample_shapes();

// For `inputs` operands of one type: every sample shape in the first accepted dtype, four shapes in
// each other dtype. Floats are sampled from [low, high).
struct SampleSpec {
  int inputs = 1;
  double low = -2, high = 2;
};
std::vector<Sample> samples_of(bool (*takes)(Dtype), SampleSpec draws);

template <int inputs, bool (*takes)(Dtype)>
std::vector<Sample> samples() {
  return samples_of(takes, {inputs});
}

// The operands of a scalar operation, with the range that jit/scalars.def gives.
constexpr SampleSpec draws_of(Scalar name) {
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
