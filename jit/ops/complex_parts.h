// Complex numbers by their parts: rules and formulas.
#pragma once

#include <span>
#include <vector>

#include "jit/ops/families.h"
#include "jit/ops/loops.h"

namespace rille {

// For ops that are linear with real factors, and for ops that move elements: applies the op to the
// real parts and to the imaginary parts. Operands that are not complex are used on both sides.
std::vector<ComplexVar> in_each_part(Builder& b, const Node& node, std::span<const ComplexVar> in);

// The rule of an op of one or two complex numbers that is given by a formula.
template <auto Formula>
std::vector<ComplexVar> by_formula(Builder& b, const Node&, std::span<const ComplexVar> in) {
  if constexpr (requires { Formula(b, in[0], in[1]); }) {
    return {Formula(b, in[0], in[1])};
  } else {
    return {Formula(b, in[0])};
  }
}

// Compares both parts and joins the two results.
template <auto Compare, auto Join>
std::vector<ComplexVar> compared_parts(Builder& b, const Node&, std::span<const ComplexVar> in) {
  return {{Join(b, Compare(b, in[0].real, in[1].real), Compare(b, in[0].imag, in[1].imag))}};
}

// Sums of products (dot_general, conv): four real ones.
std::vector<ComplexVar> product_parts(Builder& b, const Node& node, std::span<const ComplexVar> in);

// The formulas. The results agree with NumPy and JAX for infinities, too, except for the signs of
// zeros and the choice of NaN for operands that are infinite in both parts.
ComplexVar complex_mul(Builder& b, ComplexVar x, ComplexVar y);
ComplexVar complex_div(Builder& b, ComplexVar x, ComplexVar y);
ComplexVar complex_abs(Builder& b, ComplexVar x);  // its result is real
ComplexVar complex_exp(Builder& b, ComplexVar x);
ComplexVar complex_expm1(Builder& b, ComplexVar x);
ComplexVar complex_log(Builder& b, ComplexVar x);
ComplexVar complex_log1p(Builder& b, ComplexVar x);
ComplexVar complex_pow(Builder& b, ComplexVar x, ComplexVar y);
ComplexVar complex_sqrt(Builder& b, ComplexVar x);
ComplexVar complex_rsqrt(Builder& b, ComplexVar x);
ComplexVar complex_sin(Builder& b, ComplexVar x);
ComplexVar complex_cos(Builder& b, ComplexVar x);
ComplexVar complex_tan(Builder& b, ComplexVar x);
ComplexVar complex_asin(Builder& b, ComplexVar x);
ComplexVar complex_acos(Builder& b, ComplexVar x);
ComplexVar complex_atan(Builder& b, ComplexVar x);
ComplexVar complex_asinh(Builder& b, ComplexVar x);
ComplexVar complex_acosh(Builder& b, ComplexVar x);
ComplexVar complex_atanh(Builder& b, ComplexVar x);
ComplexVar complex_sinh(Builder& b, ComplexVar x);
ComplexVar complex_cosh(Builder& b, ComplexVar x);
ComplexVar complex_tanh(Builder& b, ComplexVar x);
ComplexVar complex_logistic(Builder& b, ComplexVar x);
ComplexVar one_like(Builder& b, ComplexVar x);

// The type rule of `real` and `imag`.
Types part_type(const OpCall& call);
Lowering lower_part(const OpCall& call, Scalar name);
template <Scalar name>
Lowering lower_part(const OpCall& call) {
  return lower_part(call, name);
}
template <auto Part>
void take_part(const Node&, std::span<const Array> in, std::span<Array> out) {
  with_type(in[0].dtype(), [&]<class T>(T) {
    if constexpr (kind_of<T> == DtypeKind::complex) {
      const T* x = elements<T>(in[0]);
      auto* y = elements_to_write<typename T::value_type>(out[0]);
      for (size_t i = 0; i < in[0].size(); ++i) y[i] = Part(x[i]);
    }
  });
}

}  // namespace rille
