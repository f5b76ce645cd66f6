// Scaled dot-product attention with heads before positions.
#pragma once

#include <optional>

#include "stdlib/array.h"

namespace rille {

// Inputs in addition to q, k and v. Masks (of bool) and biases broadcast to [..., heads, T, S].
struct AttentionOptions {
  bool causal = false;  // masks out keys after the query
  std::optional<Array> mask = {}, bias = {};
  std::optional<Array> kept = {};    // dropout: factor of the attention weights
  std::optional<double> scale = {};  // factor of the scores; none: 1 / sqrt(head_dim)
};

// Computes softmax(q k' scale + bias, masked) v, [..., heads, T, v_dim], of q [..., heads, T,
// head_dim], k [..., kv heads, S, head_dim] and v [..., kv heads, S, v_dim]. Each kv head serves
// the same number of heads. Everything except the product with v is computed in f32 or wider.
Array attend(const Array& q, const Array& k, const Array& v, const AttentionOptions& seen);

}  // namespace rille
