// Layer: whatever can be called on an array.
#pragma once

#include "stdlib/array.h"
#include "vm/struct.h"

namespace rille {

// A layer within another: of the library, which is then called in C++ with nothing converted, of a
// script, or a function. A field of it is `fn`, so that a model's surgery may put in any other.
class Layer {
 public:
  Layer() = default;
  explicit Layer(Value value) : value_(std::move(value)) {}
  // `of` and `field` are the struct that it is a layer of and where: errors say so. Below 0, `at`
  // is no index of the field.
  Array call(State& state, const Array& x, std::string_view of, std::string_view field,
             int at = -1) const;
  const Value& value() const { return value_; }

 private:
  Array run(State& state, const Array& x) const;
  Value value_;
};

inline void take(const Value& from, Layer& to) { to = Layer(from); }
inline Value give(const Layer& layer) { return layer.value(); }

// nn.linear with a bias, as a Value.
Value linear_layer(State& state, const Array& key, int64_t in, int64_t out);

// error[value] where a size of a layer is below 1.
void need_size(int64_t size, std::string_view layer, std::string_view parameter);

}  // namespace rille
