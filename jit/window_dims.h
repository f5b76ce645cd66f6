// WindowDims: window parameters of convolutions and pooling.
#pragma once

#include <optional>
#include <vector>

#include "jit/attrs.h"
#include "jit/precision.h"

namespace rille {

// One entry per axis with windows. The array has base_dilation - 1 gaps between elements, and
// padding of `low` and `high` elements (negative: the array is cropped). A window reads `size`
// elements, window_dilation apart; the next one starts `strides` further. For a convolution, `size`
// is the kernel size.
struct WindowDims {
  Ints size = {}, strides = {}, low = {}, high = {}, base_dilation = {}, window_dilation = {};
};

// Groups of a convolution that do not interact: feature groups or batch groups. At least one of the
// two is 1. All have the same precision.
struct ConvGroups {
  int64_t features = 1, batch = 1;
  std::optional<Precision> precision = {};
};

// Convert between a WindowDims and attributes with the names of its fields; `more` is added to the
// attributes. A WindowDims without sizes has no attribute "size".
WindowDims slide_of(const Attrs& attrs);
Attrs attrs_of(const WindowDims& slide, std::vector<Attr> more = {});

}  // namespace rille
