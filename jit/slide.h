// Slide: how windows move over an array.
#pragma once

#include <vector>

#include "jit/attrs.h"

namespace rille {

// One entry for each axis that windows move over. The array has base_dilation - 1 places between
// its elements and low and high places around them (below 0: so many are cut); a window takes
// `size` places, window_dilation apart, and the next one begins `strides` further. Of a convolution
// the size is that of its weights.
struct Slide {
  Ints size = {}, strides = {}, low = {}, high = {}, base_dilation = {}, window_dilation = {};
};

// Parts of a convolution that do not see each other: of the channels, or of the batch. One of the
// two is 1.
struct ConvGroups {
  int64_t features = 1, batch = 1;
};

// Between a Slide and attributes of its fields' names; `more` are put beside them. One that says
// nothing of sizes has no "size".
Slide slide_of(const Attrs& attrs);
Attrs attrs_of(const Slide& slide, std::vector<Attr> more = {});

}  // namespace rille
