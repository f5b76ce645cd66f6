// Window parameters of scripts: strides, padding, dilation.
#pragma once

#include <string>
#include <string_view>

#include "jit/window_dims.h"
#include "stdlib/array.h"

namespace rille {

std::string axes_text(size_t axes);  // "2 axes"

// One number for each axis: the given number for all axes, or one each. error[value] if the count
// is wrong or a number is not from 1 to 2^40.
Ints for_axes(const Ints& numbers, size_t axes, std::string_view parameter);

// The padding (before, after) of each axis. Numbers may be given once for all axes, once for each
// axis, or as a pair for each axis.
struct Padding {
  Ints low, high;
};
Padding padding_of(const Value& padding, size_t axes);

// The windows of these sizes over axes of the sizes `extents`. "same" yields one window for each
// stride along an axis, "valid" only windows without padding.
WindowDims slide_over(const Ints& extents, const Ints& size, const Ints& strides,
                      const Value& padding, const Ints& dilation);

}  // namespace rille
