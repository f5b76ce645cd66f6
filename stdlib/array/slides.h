// Windows as scripts say them: strides, padding, dilation.
#pragma once

#include <string>
#include <string_view>

#include "jit/slide.h"
#include "stdlib/array.h"

namespace rille {

std::string axes_text(size_t axes);  // "2 axes"

// One number for each axis: the one that was given, for all, or one each; error[value] where there
// are others or one is not from 1 to 2^40.
Ints for_axes(const Ints& numbers, size_t axes, std::string_view parameter);

// (before, after) for each axis where the padding is said in numbers: one for all, one an axis, or
// two an axis.
struct Padding {
  Ints low, high;
};
Padding padding_of(const Value& padding, size_t axes);

// A slide of these sizes over axes of these extents; "same" leaves one window for each stride of
// an axis, "valid" only windows without padding.
Slide slide_over(const Ints& extents, const Ints& size, const Ints& strides, const Value& padding,
                 const Ints& dilation);

}  // namespace rille
