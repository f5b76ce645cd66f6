// Norms: mean 0 and variance 1 over some axes.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "stdlib/array.h"

namespace rille {

using Mask = std::optional<Array>;

// The axis of an open vmap whose rows are normed together; none: each row by itself.
struct Together {
  State* state = nullptr;
  std::optional<std::string> axis_name = {};
};

// What to take off and what to divide by, with the axes that were folded kept; at least f32.
// `apart` is x - mean where it is at hand: a gradient goes through it once then.
struct Moments {
  Array mean, variance, apart = {};
};

// Of x over these axes; where a mask is given, of the elements that it marks.
Moments moments_of(const Array& x, const Ints& axes, const Mask& where, const Together& rows = {});
// The mean of |x|^2 alone, about 0.
Array power_of(const Array& x, const Ints& axes, const Mask& where, const Together& rows);

// ((x - mean) / sqrt(variance + epsilon)) * scale + bias, computed in f32 at least, in the dtype
// that x, scale and bias have together. No mean: 0.
struct Affine {
  std::optional<Array> scale, bias;
};
Array normed(const Array& x, const Moments& moments, const Affine& affine, double epsilon);

// The dtype in which x is computed.
Array widened(const Array& x);
Mask widened_mask(const Mask& where, const Array& x);  // in x's shape

// The axes of x from the second to the one before its last.
Ints middle_axes(const Array& x);

constexpr std::string_view axis_name_text =
    "of a vmap around the call, whose rows have one mean and variance; nil: each its own";

}  // namespace rille
