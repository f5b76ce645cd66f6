// Helpers shared by the reductions.
#include "stdlib/array/reduce.h"

#include <algorithm>

namespace rille {

Array with_kept(const Array& y, const Array& x, const Ints& axes) {
  Shape shape = x.shape();
  for (int64_t axis : axes) shape[static_cast<size_t>(axis)] = Extent(1);
  return reshape_to(y, shape);
}

Array reduce(const Op& op, const Array& x, const Ints& axes, bool keep) {
  Array y = axes.empty() ? x : apply1(op, {x}, {{"axes", axes}});
  return keep ? with_kept(y, x, axes) : y;
}

int64_t folded_count(const Array& x, const Ints& axes) {
  Extent count(1);
  for (int64_t axis : axes) count = count * x.type().extent(static_cast<int>(axis));
  return count.number();
}

Array wide(const Array& x) {
  return is_float(x.dtype()) && bits(x.dtype()) < 32 ? convert(x, Dtype::f32) : x;
}

bool is_long_for_dtype(const Array& x, const Ints& axes) {
  if (!is_float(x.dtype()) || bits(x.dtype()) >= 32 || x.dtype() == Dtype::bf16) return false;
  int64_t most = bits(x.dtype()) == 16 ? 65504 : 448, count = 1;
  for (int64_t axis : axes) {
    count = checked_product(count, x.type().extent(static_cast<int>(axis)).if_known().value_or(1));
  }
  return count > most;
}

Array masked(const Array& x, const WhereMask& chosen, const Array& otherwise) {
  if (!chosen) return x;
  need_room(*chosen, x.shape(), "where");
  return where(*chosen, x, otherwise);
}

AxisOperand one_axis(const Array& x, const OptionalAxis& axis) {
  if (!axis) return {flatten_array(x), 0};
  return {x, axis_of(*axis, x)};
}

}  // namespace rille
