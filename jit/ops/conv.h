// The sizes that the rules of conv share.
#pragma once

#include "jit/ops/sliding.h"

namespace rille {

// x is [batch, spatial..., channels], w is [kernel..., in, out], the result [batch, spatial...,
// out].
struct ConvExtents {
  ConvExtents(const Type& x, const Type& w, const Attrs& attrs);

  size_t axes;       // the number of spatial axes
  WindowDims slide;  // with the kernel sizes of w
  ConvGroups groups;
  Ints x, out;       // sizes of the spatial axes
  int64_t batch;     // batch size of the result
  int64_t in, outs;  // channels of one group
  // Whether the outermost sum is over channels instead of kernel positions. The gradient of weights
  // is a convolution with few windows and a large kernel, whose channels are a batch, summed
  // outermost. Many channels mean an image, with contiguous channels, however small the image is.
  bool channels_first;
  bool few_windows;  // with many rows each, as in gradients of weights

  int64_t group_count() const { return groups.features * groups.batch; }
};

Vars expand_conv(Builder& b, const Node& node);
void conv_reference(const Node& node, std::span<const Array> in, std::span<Array> out);

// v with its axes split into `parts`, permuted by `order`, and merged to `joined`.
struct AxisRegrouping {
  Ints parts, order, joined;
};
Var regrouped(Builder& b, Var v, const AxisRegrouping& how);

}  // namespace rille
