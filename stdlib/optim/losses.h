// Helpers shared by the losses.
#pragma once

#include <optional>
#include <string_view>

#include "stdlib/array/reduce.h"
#include "stdlib/nn/activations.h"

namespace rille {

// log_softmax over several axes. Masked-out elements are ignored, and their result is 0.
Array log_softmax_of(const Array& logits, const Axes& axis, const WhereMask& where);

// x as floats of 32 bits or more. Losses of f16 and bf16 arrays are computed and returned in f32.
Array loss_operand(const Array& x);

// The sum along the axes of the elements that are not masked out.
inline Array sum_of(const Array& x, const Axes& axis, const WhereMask& where, bool keep = false) {
  return sum(masked(x, where, Array(0.0)), axis, keep);
}

// The Euclidean projection of x onto the simplex, along the last axis: elements >= 0 that sum to
// `scale`.
Array projected_to_simplex(const Array& x, const Array& scale);

// A mask of the shape of the scores, true at the target class of each row. error[shape] if there is
// not one label for each row, error[index] if a label is not a class.
Array right_class(const Array& scores, std::string_view name, const Array& labels);

// error[shape] if two arrays of a loss differ in shape and neither is a scalar. Broadcasting a
// vector against a column would compute a matrix of losses.
void need_same_shape(const Array& x, std::string_view x_name, const Array& y,
                     std::string_view y_name);

namespace losses {

constexpr std::string_view axis_text = "Axes to sum over. If nil, all axes are summed.";
constexpr std::string_view where_text =
    "Mask of the elements to include. If nil, all elements count.";
constexpr std::string_view shapes_text =
    "error[shape] if the shapes differ and neither array is a scalar";
constexpr std::string_view axis_errors =
    "error[shape] if the shapes are incompatible or an axis does not exist";

}  // namespace losses
}  // namespace rille
