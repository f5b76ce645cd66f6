// Rules: names of models on the Hub, and ours.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace rille {

// What becomes of an array: PyTorch keeps a Linear as [out, in], we keep w [in, out] and those of
// attention by their heads.
enum class HubTurn : uint8_t {
  keep,      // as it is
  turn,      // [out, in] -> [in, out]
  heads,     // [heads * part, in] -> [in, heads, part]
  kv_heads,  // the same of keys and values, which may have fewer heads
  parts,     // [heads * part] -> [heads, part]: a bias
  kv_parts,
  join,         // [out, heads * part] -> [heads, part, out]
  rows,         // [heads * part, out] -> [heads, part, out]: GPT-2 keeps [in, out]
  threefold,    // [in, 3 * heads * part] -> three of [in, heads, part], to q, k and v
  three_parts,  // [3 * heads * part] -> three of [heads, part]
  above_one,    // a scale that is kept less 1: f32
  picture,      // [out, in, rows, columns] -> [rows, columns, in, out]
  drop,         // a mask that is made again
};

// `*` stands for the number of a layer.
struct HubRule {
  std::string_view from, to;
  HubTurn turn = HubTurn::keep;
};

// A kind of model, by the word that its config.json has for it.
struct HubFamily {
  std::string_view name;    // "llama"
  std::string_view prefix;  // of names, which may be left out: "transformer."
  std::span<const HubRule> rules;
  bool is_above_one = false;  // scales are kept less 1
};
std::span<const HubFamily> hub_families();

}  // namespace rille
