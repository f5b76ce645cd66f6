// Axis arguments: negative axes, all axes, repeated axes.
#include <algorithm>
#include <numeric>

#include "stdlib/array/apply_op.h"

namespace rille {
namespace {

// Labels the argument that holds the axis and the array that lacks it.
Error axis_labelled(Error error, std::string_view parameter) {
  error = labelled(std::move(error), parameter);
  error = labelled(std::move(error), "axes");
  return labelled(std::move(error), "x");
}

}  // namespace

int64_t axis_of(int64_t axis, const Array& x, std::string_view parameter) {
  int64_t rank = x.rank();
  if (axis >= -rank && axis < rank) return axis < 0 ? axis + rank : axis;
  Error error(Code::shape, str("axis ", axis, " is not one of the axes of ", x.type()));
  if (x.is_weak()) error.help("`minimum(x, y)` and `maximum(x, y)` compare two numbers");
  if (rank == 1) error.help("the only axis is 0, or -1");
  if (rank > 1)
    error.help(str("valid axes are 0 to ", rank - 1, ", or -1 to ", -rank, " from the end"));
  throw axis_labelled(std::move(error), parameter);
}

Ints axes_of(const Axes& axes, const Array& x) {
  Ints out(static_cast<size_t>(x.rank()));
  std::iota(out.begin(), out.end(), 0);
  if (!axes) return out;
  out.clear();
  for (int64_t axis : *axes) out.push_back(axis_of(axis, x));
  std::ranges::sort(out);
  if (auto twice = std::ranges::adjacent_find(out); twice != out.end()) {
    throw labelled(Error(Code::shape, str("axis ", *twice, " is named twice")), "axis");
  }
  return out;
}

}  // namespace rille
