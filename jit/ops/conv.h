// What the rules of conv share: its extents.
#pragma once

#include "jit/ops/sliding.h"

namespace rille {

// x is [batch, ..., channels], w [..., in, out], the result [batch, ..., out]; in between stand the
// axes that w moves over.
struct ConvExtents {
  ConvExtents(const Type& x, const Type& w, const Attrs& attrs);

  size_t axes;  // that w moves over
  Slide slide;  // with w's sizes
  ConvGroups groups;
  Ints x, out;       // extents of the axes in between
  int64_t batch;     // of the result
  int64_t in, outs;  // channels of one group
  // What is summed outermost: channels, or the places of w. The gradient of weights is a
  // convolution with few windows of many places, whose channels are a batch: it stands outermost.
  // Many channels are those of an image, side by side, however small it is.
  bool channels_first;
  bool few_windows;  // of many rows each, as gradients of weights have them

  int64_t group_count() const { return groups.features * groups.batch; }
};

Vars expand_conv(Builder& b, const Node& node);
void conv_reference(const Node& node, std::span<const Array> in, std::span<Array> out);

// v with its axes split as `parts` say, permuted and seen as `joined`.
struct Regroup {
  Ints parts, order, joined;
};
Var regrouped(Builder& b, Var v, const Regroup& how);

}  // namespace rille
