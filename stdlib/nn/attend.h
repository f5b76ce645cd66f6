// Attention: what each time makes of those that it sees.
#pragma once

#include <optional>

#include "stdlib/array.h"

namespace rille {

// Besides q, k and v. Masks are bools and biases numbers that fit [..., heads, time, times seen].
struct Seen {
  bool causal = false;  // no time sees a later one
  std::optional<Array> mask = {}, bias = {};
  std::optional<Array> kept = {};    // what the weights are multiplied by, of dropout
  std::optional<double> scale = {};  // of the scores; none: 1 / sqrt(part)
};

// softmax(q k' scale + bias, masked) v of q [..., heads, time, part], k [..., kv heads, times seen,
// part] and v [..., kv heads, times seen, part of v]: [..., heads, time, part of v]. Each kv head
// serves as many heads. In f32 at least, but for the last product.
Array attend(const Array& q, const Array& k, const Array& v, const Seen& seen);

}  // namespace rille
