// Values of registers while a loop program is interpreted.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "jit/attrs.h"
#include "vm/array.h"

namespace rille {

// A register holds an array of one axis, its lanes.
template <class T>
Array filled(Dtype dtype, int lanes, const std::function<T(int)>& element) {
  Array out(Type(dtype, {Extent(lanes)}));
  std::span<T> items = out.edit<T>();
  for (int i = 0; i < lanes; ++i) items[static_cast<size_t>(i)] = element(i);
  return out;
}

Array number(int64_t value);  // an i64 of one lane
// Element `from[i]` for each i; one element in all lanes.
Array picked(const Array& x, std::span<const int> from);
Array spread(const Array& x, int lanes);

// The bits of the f32 `sum` plus the products of two pairs of bf16: a `dot` of one lane.
uint32_t bf16_dot(uint32_t sum, uint32_t x, uint32_t y);

// A number as the op `fill` rounds it, which takes it by the kind of the dtype.
Array constant_array(AttrValue value, Dtype dtype);

}  // namespace rille
