// Layer: a value that can be called on an array.
#pragma once

#include <limits>

#include "stdlib/array.h"
#include "stdlib/rngs.h"
#include "vm/struct.h"

namespace rille {

// A layer within another layer: a struct of the library, which C++ calls without conversions, a
// struct of a script, or a function. Fields of this type are declared `fn`, so that model surgery
// may replace a layer by one of any kind.
class Layer {
 public:
  Layer() = default;
  explicit Layer(Value value) : value_(std::move(value)) {}
  // Calls the layer. State that the call changes is kept in this object: a caller that keeps it,
  // too, needs `inout self`. `field` is the caller's field that holds this layer, and `at` its item
  // in that field, or -1: errors name the path.
  Array call(State& state, const Array& x, std::string_view field, int at = -1);
  const Value& value() const { return value_; }

 private:
  Array run(State& state, const Array& x);
  Value value_;
};

inline void take(const Value& from, Layer& to) { to = Layer(from); }
inline Value give(const Layer& layer) { return layer.value(); }

// These return layers as Values: nn.linear with a bias, nn.Linear of given weights, and nn.conv
// with padding "same".
Value linear_layer(State& state, KeySource& keys, int64_t in, int64_t out);
Value linear_layer(State& state, const Array& w, const std::optional<Array>& b,
                   const Value& dtype = {});
Value plain_conv(State& state, KeySource& keys, int64_t in, int64_t out, const Ints& size,
                 bool bias);

// Returns nn.layer_norm without a bias.
Value scaling_norm(State& state, KeySource& keys, int64_t size);

// Whether the `call` of a layer changes the layer itself (`inout self`).
bool changes_itself(State& state, const Value& layer);

// Raises error[value] if a size of a layer is below 1 or above `most`. `max_size` keeps products
// of several sizes within 64 bits.
inline constexpr int64_t max_size = int64_t{1} << 40;
void need_size(int64_t size, std::string_view layer, std::string_view parameter,
               int64_t most = max_size);

// Describes the parameter `inout key: key or nn.Rngs`.
inline constexpr std::string_view layer_key_text =
    "Random key for the initial weights, or an `nn.Rngs`, whose stream `params` provides one key "
    "per parameter. Passed as `&key` or `&rngs`, it is advanced.";

}  // namespace rille
