// Axes as a caller names them: from the end, all, none.
#include <algorithm>
#include <numeric>

#include "stdlib/array/apply_op.h"

namespace rille {

int64_t axis_of(int64_t axis, const Array& x) {
  int64_t rank = x.rank();
  if (axis >= -rank && axis < rank) return axis < 0 ? axis + rank : axis;
  Error error(Code::shape, str("axis ", axis, " is not one of the axes of ", x.type()));
  if (x.is_weak()) error.help("`minimum(x, y)` and `maximum(x, y)` compare two numbers");
  throw error;
}

Ints axes_of(const Axes& axes, const Array& x) {
  Ints out(static_cast<size_t>(x.rank()));
  std::iota(out.begin(), out.end(), 0);
  if (!axes) return out;
  out.clear();
  for (int64_t axis : *axes) out.push_back(axis_of(axis, x));
  std::ranges::sort(out);
  if (auto twice = std::ranges::adjacent_find(out); twice != out.end()) {
    throw Error(Code::shape, str("axis ", *twice, " is named twice"));
  }
  return out;
}

}  // namespace rille
