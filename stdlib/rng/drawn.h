// What draws are made of: forms of floats, steps, shapes.
#pragma once

#include <cmath>

#include "stdlib/array/apply_op.h"
#include "stdlib/rng.h"

namespace rille::rng {

// A float's bits: of the whole, of the stored mantissa, the pattern of 1.0.
struct FloatBits {
  int whole, mantissa;
  int64_t one;
  double tiny;  // the smallest normal number
  // Squares between these have products with uniform numbers within the dtype's range.
  double huge() const { return whole == 64 ? 0x1p1000 : 0x1p120; }
  double least() const { return whole == 64 ? 0x1p-900 : 0x1p-60; }
  double unit() const { return std::ldexp(1.0, -mantissa); }  // from 1 to the next number
};
FloatBits bits_of(Dtype dtype);  // error[dtype] where no floats of it are drawn

// x * y + z, rounded once as in XLA's kernels where the dtype has such an operation.
Array fused(const Array& x, const Array& y, const Array& z);

// Whether floats have too few bits for what lies between a uniform number and a draw. Most draws of
// such dtypes are f32 draws, rounded.
bool is_narrow(Dtype dtype);
// f of f32, rounded, for a narrow dtype; f of the dtype itself for others.
template <class F>
Array drawn_wide(Dtype dtype, const F& f) {
  bits_of(dtype);
  return is_narrow(dtype) ? convert(f(Dtype::f32), dtype) : f(dtype);
}

// The uniform numbers u of [0, 1) whose first one, 0 or next to it, has a logarithm like those of
// the numbers that it stands for: half a step above 0.
Array off_zero(const Array& u);

// log1p(x) with JAX's bits.
Array drawn_log1p(const Array& x);

// Whether all numbers of x are known, and none is below the bound.
bool is_at_least(const Array& x, double bound);

// What of a distribution is given by the call, and which numbers it may be.
enum class Range : uint8_t { any, not_negative, positive };
struct Parameter {
  std::string_view name;
  Array value;
  Range range = Range::any;
};
// error[value] in a run where a number of the parameter is out of its range.
void need_range(const Parameter& given);
// The shape of the draw: the one that is asked for, which the parameters have to fill, or theirs.
// Their ranges are asked for.
Shape drawn_shape(const std::optional<Shape>& shape, std::initializer_list<Parameter> parameters);

// One of what a split gave.
Array one_of(const Array& keys, int64_t at);

// error[value] in a run where a number of p is no probability.
void need_chances(const Array& p, std::string_view who);

constexpr std::string_view draw_errors =
    "error[type] where key is no key; error[dtype] of a wrong dtype; error[shape] where a "
    "parameter does not fill the shape; error[value] where a parameter is out of its range";
constexpr std::string_view parameters_shape = "nil: that of the parameters together";

}  // namespace rille::rng
