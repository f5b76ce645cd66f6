// Layer: whatever can be called on an array.
#pragma once

#include <limits>

#include "stdlib/array.h"
#include "stdlib/rngs.h"
#include "vm/struct.h"

namespace rille {

// A layer within another: of the library, which is then called in C++ with nothing converted, of a
// script, or a function. A field of it is `fn`, so that a model's surgery may put in any other.
class Layer {
 public:
  Layer() = default;
  explicit Layer(Value value) : value_(std::move(value)) {}
  // What it changes of itself goes on in it: whoever keeps that has an `inout self`. It is the
  // field `field` of the layer that calls it, or item `at` of that field: errors name the path.
  Array call(State& state, const Array& x, std::string_view field, int at = -1);
  const Value& value() const { return value_; }

 private:
  Array run(State& state, const Array& x);
  Value value_;
};

inline void take(const Value& from, Layer& to) { to = Layer(from); }
inline Value give(const Layer& layer) { return layer.value(); }

// nn.linear with a bias, as a Value; one of these weights; nn.conv with padding "same".
Value linear_layer(State& state, Keys& keys, int64_t in, int64_t out);
Value linear_layer(State& state, const Array& w, const std::optional<Array>& b);
Value plain_conv(State& state, Keys& keys, int64_t in, int64_t out, const Ints& size, bool bias);

// nn.layer_norm without a bias.
Value scaling_norm(State& state, Keys& keys, int64_t size);

// Whether the `call` of a layer gives the layer back, changed.
bool changes_itself(State& state, const Value& layer);

// error[value] where a size of a layer is below 1, or above what several of them fit in 64 bits.
inline constexpr int64_t most_size = int64_t{1} << 40;
void need_size(int64_t size, std::string_view layer, std::string_view parameter,
               int64_t most = most_size);

}  // namespace rille
