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
  double tiny;                                                // the smallest normal number
  double unit() const { return std::ldexp(1.0, -mantissa); }  // from 1 to the next number
};
FloatBits bits_of(Dtype dtype);  // error[dtype] where no floats of it are drawn

// x * y + z, rounded once as in XLA's kernels where the dtype has such an operation.
Array fused(const Array& x, const Array& y, const Array& z);

// log1p(x) with JAX's bits.
Array drawn_log1p(const Array& x);

// What of a distribution is given by the call.
struct Parameter {
  std::string_view name;
  Array value;
};
// The shape of the draw: the one that is asked for, which the parameters have to fill, or theirs.
Shape drawn_shape(const std::optional<Shape>& shape, std::initializer_list<Parameter> parameters);

// One of what a split gave.
Array one_of(const Array& keys, int64_t at);

constexpr std::string_view draw_errors =
    "error[type] where key is no key; error[dtype] of a wrong dtype; error[shape] where a "
    "parameter does not fill the shape";
constexpr std::string_view parameters_shape = "nil: that of the parameters together";

}  // namespace rille::rng
