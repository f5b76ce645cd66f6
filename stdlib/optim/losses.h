// What losses share.
#pragma once

#include <optional>
#include <string_view>

#include "stdlib/array/reduce.h"
#include "stdlib/nn/activations.h"

namespace rille {

// log_softmax over several axes, of the elements that count; 0 of the others.
Array log_softmax_of(const Array& logits, const Axes& axis, const Mask& where);

// The sum along the axes of what counts.
inline Array sum_of(const Array& x, const Axes& axis, const Mask& where, bool keep = false) {
  return sum(masked(x, where, Array(0.0)), axis, keep);
}

// The shares, >= 0 and scale in all along the last axis, that are next to x.
Array projected_to_simplex(const Array& x, const Array& scale);

// Where the last axis of the scores is the class that the label names. error[shape] where there is
// not a label for each row, error[index] where one is no class.
Array right_class(const Array& scores, std::string_view name, const Array& labels);

// error[shape] where two of a loss's arrays differ: broadcast, a vector and a column would make a
// table of losses. A scalar fits all.
void need_same_shape(const Array& x, std::string_view x_name, const Array& y,
                     std::string_view y_name);

namespace losses {

constexpr std::string_view axis_text = "the axes that are summed; nil: all";
constexpr std::string_view where_text = "which elements count; nil: all";
constexpr std::string_view shapes_text = "error[shape] where the arrays are not of one shape";
constexpr std::string_view axis_errors =
    "error[shape] where the arrays do not fit, or an axis is not there";

}  // namespace losses
}  // namespace rille
