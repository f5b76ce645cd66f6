// Helpers of samplers: float formats, shapes, range checks.
#pragma once

#include <cmath>

#include "stdlib/array/apply_op.h"
#include "stdlib/rng.h"

namespace rille::rng {

// The format of a float: number of bits, number of stored mantissa bits, bit pattern of 1.0.
struct FloatBits {
  int whole, mantissa;
  int64_t one;
  double tiny;  // the smallest normal number
  // The product of a square between least() and huge() and a uniform sample is in the dtype's
  // range.
  double huge() const { return whole == 64 ? 0x1p1000 : 0x1p120; }
  double least() const { return whole == 64 ? 0x1p-900 : 0x1p-60; }
  double unit() const { return std::ldexp(1.0, -mantissa); }  // machine epsilon
};
FloatBits bits_of(Dtype dtype);  // raises error[dtype] if samplers do not support the dtype

// x * y + z, rounded once as in XLA's kernels if the dtype has a fused multiply-add.
Array fused(const Array& x, const Array& y, const Array& z);

// Whether the dtype has too few bits for the steps from a uniform sample to the result. Most
// samplers compute such dtypes in f32 and round the result.
bool is_narrow(Dtype dtype);
// f(f32), rounded to the dtype, for a narrow dtype; f(dtype) for others.
template <class F>
Array drawn_wide(Dtype dtype, const F& f) {
  bits_of(dtype);
  return is_narrow(dtype) ? convert(f(Dtype::f32), dtype) : f(dtype);
}

// The uniform samples u of [0, 1) with 0 moved to half a step above 0, so that log(u) is finite.
Array off_zero(const Array& u);

// log(x) and log1p(x) with JAX's bits.
Array drawn_log(const Array& x);
Array drawn_log1p(const Array& x);

// Whether the elements of x are known (not traced), and all are at least `bound`.
bool is_at_least(const Array& x, double bound);

// A parameter of a distribution and the range of its values.
enum class ParamRange : uint8_t { any, not_negative, positive };
struct DistributionParam {
  std::string_view name;
  Array value;
  ParamRange range = ParamRange::any;
};
// Raises error[value] in a run if an element of the parameter is out of its range.
void need_range(const DistributionParam& given);
// The shape of the samples: `shape`, to which the parameters must broadcast, or their broadcast
// shape. Also checks the ranges of the parameters.
Shape drawn_shape(const std::optional<Shape>& shape,
                  std::initializer_list<DistributionParam> parameters);

// Key number `at` of the result of a split.
Array one_of(const Array& keys, int64_t at);

// Raises error[value] in a run if an element of p is not a probability.
void need_chances(const Array& p, std::string_view who);

constexpr std::string_view draw_errors =
    "error[type] if `key` is not a PRNG key; error[dtype] if `dtype` is not supported; "
    "error[shape] if a parameter cannot be broadcast to `shape`; error[value] if a parameter is "
    "out of its range";
constexpr std::string_view parameters_shape =
    "Shape of the result, to which the parameters must broadcast. If nil, the broadcast shape of "
    "the parameters.";
// Texts that the records of samplers share.
constexpr std::string_view key_text =
    "PRNG key, to be used once. `&key` splits the key first: the first new key is stored in the "
    "variable, and the second one is used.";
constexpr std::string_view shape_text = "Shape of the result.";
constexpr std::string_view float_text = "Dtype of the result: f16, bf16, f32, or f64.";

}  // namespace rille::rng
