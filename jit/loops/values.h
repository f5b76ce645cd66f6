// Values of registers while a loop program is interpreted.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "jit/attrs.h"
#include "jit/scalars.h"
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
// Element `lanes[i]` of the operands, counted through all of them, for each i.
Array shuffled(std::span<const Array> in, std::span<const int> lanes);

// An operation lane by lane: by `function` (LoopInput::function) where its bits are not the only
// ones, else by its primitive.
using ScalarFunction = std::function<Array(Scalar name, Dtype dtype, std::span<const Array> in)>;
Array applied(Scalar name, Dtype dtype, std::span<const Array> in, const ScalarFunction& function);
// All lanes combined, the upper half with the lower half.
Array reduced(Scalar name, Array all, const ScalarFunction& function);

// Of each lane the first of the most extreme terms: its position (i32) or its value.
Array extreme(Scalar combiner, const std::vector<Array>& terms, int lanes, bool is_value);

// The bits of the f32 `sum` plus the products of two pairs of bf16: a `dot` of one lane.
uint32_t bf16_dot(uint32_t sum, uint32_t x, uint32_t y);
// A float, or a zero of its sign in place of a subnormal one.
float flushed(uint32_t bits);
// `sum` and the products of the parts of each lane, as LoopOpKind::dot has it.
Array dot(const Array& sum, const Array& x, const Array& y, int64_t parts);

// A number as the op `fill` rounds it, which takes it by the kind of the dtype.
Array constant_array(AttrValue value, Dtype dtype);

}  // namespace rille
