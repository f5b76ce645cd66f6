// HubRule: maps parameter names of the Hub to Rille's names.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace rille {

// How an array is converted. PyTorch stores a Linear as [out, in]; Rille stores w [in, out], and
// separates the heads of attention weights.
enum class HubConversion : uint8_t {
  keep,         // unchanged
  turn,         // [out, in] -> [in, out]
  heads,        // [heads * head_dim, in] -> [in, heads, head_dim]
  kv_heads,     // as `heads`, with the number of key and value heads
  parts,        // [heads * head_dim] -> [heads, head_dim]: a bias
  kv_parts,     // as `parts`, with the number of key and value heads
  join,         // [out, heads * head_dim] -> [heads, head_dim, out]
  rows,         // [heads * head_dim, out] -> [heads, head_dim, out]: GPT-2 stores [in, out]
  threefold,    // [in, 3 * heads * head_dim] -> q, k, and v of [in, heads, head_dim]
  three_parts,  // [3 * heads * head_dim] -> biases of q, k, and v of [heads, head_dim]
  above_one,    // adds 1 to a norm scale that is stored without it; the result is f32
  picture,      // [out, in, height, width] -> [height, width, in, out]
  drop,         // not loaded: a buffer that is recomputed
};

// Maps one name. `*` matches the index of a layer.
struct HubRule {
  std::string_view from, to;
  HubConversion turn = HubConversion::keep;
};

// A model type, as `model_type` of config.json names it.
struct HubFamily {
  std::string_view name;    // "llama"
  std::string_view prefix;  // optional prefix of the names: "transformer."
  std::span<const HubRule> rules;
  bool is_above_one = false;  // whether norm scales are stored minus 1
};
std::span<const HubFamily> hub_families();

}  // namespace rille
