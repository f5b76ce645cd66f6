// Shape manipulation: the same elements under other axes.
#include <algorithm>
#include <numeric>
#include <utility>

#include "stdlib/array/apply_op.h"

namespace rille {
namespace {

std::string ints_text(const Ints& ints) {
  return str("(", join(ints), ints.size() == 1 ? ",)" : ")");
}

Extent count_of(const Shape& shape) {
  Extent out(1);
  for (Extent extent : shape) out = out * extent;
  return out;
}

// The shape with one size replaced by -1, if the product of the other sizes divides the number of
// elements; "" otherwise.
std::string open_shape(const Array& x, const Shape& shape) {
  auto count = count_of(x.shape()).if_known();
  Ints sizes;
  for (Extent extent : shape) sizes.push_back(extent.if_known().value_or(0));
  for (int64_t& size : sizes) {
    int64_t kept = std::exchange(size, -1), others = 1;
    bool is_huge = false;
    for (int64_t other : sizes) {
      is_huge = is_huge || (other >= 0 && __builtin_mul_overflow(others, other, &others));
    }
    if (count && !is_huge && others > 0 && *count % others == 0) return ints_text(sizes);
    size = kept;
  }
  return {};
}

[[noreturn]] void no_reshape(const Array& x, const std::string& shape, const std::string& fits) {
  Error error(Code::shape, str("reshape: ", arg(0, "x"), " is ", x.type(),
                               ", which cannot be reshaped to ", shape));
  if (is_calling() && !fits.empty())
    error.help(str("the shape ", fits, " has the right number of elements"));
  throw labelled(labelled(std::move(error), "x"), "shape");
}

Array permuted(const Array& x, const Ints& axes) {
  return std::ranges::is_sorted(axes) ? x : apply1(permute_op, {x}, {{"axes", axes}});
}

Ints order_of(const Array& x) {
  Ints out(static_cast<size_t>(x.rank()));
  std::iota(out.begin(), out.end(), 0);
  return out;
}

}  // namespace

Array reshape_to(const Array& given, const Shape& shape) {
  if (given.shape() == shape) return given;
  Array x = strong(given);
  if (count_of(x.shape()) != count_of(shape)) no_reshape(x, text(shape), open_shape(x, shape));
  if (is_eager() && !x.is_traced()) return x.view(Type(x.dtype(), shape), 0);
  return apply1(reshape_op, {x}, {{"shape", shape}});
}

Array reshape(const Array& x, const Ints& shape) {
  auto open = std::ranges::find(shape, -1);
  bool bad = std::ranges::count(shape, -1) > 1 ||
             std::ranges::any_of(shape, [](int64_t size) { return size < -1; });
  if (bad) {
    Error error(Code::shape, str("reshape: `shape` is ", ints_text(shape),
                                 ", expected sizes >= 0 and at most one -1"));
    throw labelled(std::move(error), "shape");
  }
  Shape wanted;
  for (int64_t size : shape) wanted.push_back(Extent(size < 0 ? 1 : size));
  if (open != shape.end()) {
    Extent others = count_of(wanted), all = count_of(x.shape());
    auto known = others.if_known();
    if (known && (*known == 0 || (all.known() && all.number() % *known != 0))) {
      no_reshape(x, ints_text(shape), "");
    }
    wanted[static_cast<size_t>(open - shape.begin())] = all.divided_by(others);
  }
  return reshape_to(x, wanted);
}

Array transpose(const Array& given, const Axes& axes) {
  Array x = strong(given);
  Ints order = order_of(x);
  if (!axes) {
    std::ranges::reverse(order);
    return permuted(x, order);
  }
  if (axes_of(axes, x).size() != order.size()) {
    Error error(Code::shape, str("transpose: `axes` is ", ints_text(*axes),
                                 ", expected each axis of ", x.type(), " once"));
    throw labelled(std::move(error), "axes");
  }
  for (size_t i = 0; i < order.size(); ++i) order[i] = axis_of((*axes)[i], x);
  return permuted(x, order);
}

Array swap(const Array& x, int64_t a, int64_t b) {
  Ints order = order_of(x);
  std::swap(order[static_cast<size_t>(axis_of(a, x, "a"))],
            order[static_cast<size_t>(axis_of(b, x, "axis2"))]);
  return permuted(strong(x), order);
}

Array move_axis(const Array& x, int64_t from, int64_t to) {
  Ints order = order_of(x);
  int64_t moved = axis_of(from, x, "source"), place = axis_of(to, x, "destination");
  order.erase(order.begin() + moved);
  order.insert(order.begin() + place, moved);
  return permuted(strong(x), order);
}

Array flatten_array(const Array& x) { return reshape_to(x, {count_of(x.shape())}); }

Array squeeze(const Array& x, const Axes& axis) {
  Ints axes = axes_of(axis, x);
  Shape shape;
  for (int i = 0; i < x.rank(); ++i) {
    bool named = std::ranges::count(axes, i) > 0;
    bool is_one = x.type().extent(i) == Extent(1);
    if (named && axis && !is_one) {
      Error error(Code::shape, str("squeeze: axis ", i, " of ", x.type(), " has size ",
                                   x.type().extent(i), ", expected size 1"));
      throw labelled(std::move(error), "axis");
    }
    if (!named || !is_one) shape.push_back(x.type().extent(i));
  }
  return reshape_to(x, shape);
}

Array expand(const Array& x, const Ints& axis) {
  auto rank = static_cast<int64_t>(x.rank()) + std::ssize(axis);
  Shape shape(static_cast<size_t>(rank), Extent(1));
  std::vector<bool> is_new(shape.size());
  for (int64_t a : axis) {
    if (a < -rank || a >= rank || is_new[static_cast<size_t>(a < 0 ? a + rank : a)]) {
      Error error(Code::shape, str("expand: `axis` is ", ints_text(axis),
                                   ", expected distinct axes of a result of rank ", rank));
      throw labelled(std::move(error), "axis");
    }
    is_new[static_cast<size_t>(a < 0 ? a + rank : a)] = true;
  }
  size_t next = 0;
  for (size_t i = 0; i < shape.size(); ++i) {
    if (!is_new[i]) shape[i] = x.shape()[next++];
  }
  return reshape_to(x, shape);
}

extern const Builtin reshape_builtin = {
    .signature = "reshape(x: array, shape: int or (int, ...)) -> array",
    .brief = "Reshapes an array; the elements stay in row-major order.",
    .params = {{"shape",
                "New shape. One size may be -1; it is inferred from the number of elements."}},
    .errors =
        "error[shape] if the numbers of elements differ, a size is below -1, or more than one is "
        "-1",
    .example = "reshape([1, 2, 3, 4], (-1, 4))  #> [[1, 2, 3, 4]]",
    .source = "numpy.reshape",
    .call = bind<&reshape>,
};

extern const Builtin transpose_builtin = {
    .signature = "transpose(x: array, axes: (int, ...) = nil) -> array",
    .brief = "Permutes the axes of an array.",
    .params =
        {{"axes",
          "Axes of `x` in the order of the result, each once. If nil, the order is reversed."}},
    .errors = "error[shape] if `axes` does not contain each axis once",
    .example = "transpose([[1, 2]]).shape  #> (2, 1)",
    .source = "numpy.transpose",
    .call = bind<static_cast<Array (*)(const Array&, const Axes&)>(&transpose)>,
};

extern const Builtin swap_builtin = {
    .signature = "swap(x: array, axis1: int, axis2: int) -> array",
    .brief = "Swaps two axes.",
    .params = {{"axis1", "First axis."}, {"axis2", "Second axis."}},
    .errors = "error[shape] if an axis is out of range",
    .example = "zeros((2, 3)).swap(0, 1).shape  #> (3, 2)",
    .source = "numpy.swapaxes",
    .call = bind<&swap>,
};

extern const Builtin move_axis_builtin = {
    .signature = "move_axis(x: array, source: int, destination: int) -> array",
    .brief = "Moves one axis to a new position; the other axes keep their order.",
    .params = {{"source", "Axis to move."}, {"destination", "Position of the axis in the result."}},
    .errors = "error[shape] if an axis is out of range",
    .example = "move_axis(zeros((2, 3, 4)), 0, -1).shape  #> (3, 4, 2)",
    .source = "numpy.moveaxis",
    .call = bind<&move_axis>,
};

extern const Builtin flatten_builtin = {
    .signature = "flatten(x: array) -> any[count]",
    .brief = "Flattens an array to one axis, in row-major order.",
    .errors = "none",
    .example = "flatten([[1, 2], [3, 4]])  #> [1, 2, 3, 4]",
    .source = "numpy.ravel",
    .call = bind<&flatten_array>,
};

extern const Builtin squeeze_builtin = {
    .signature = "squeeze(x: array, axis: int or (int, ...) = nil) -> array",
    .brief = "Removes axes of size 1.",
    .params = {{"axis", "Axes to remove, each of size 1. If nil, every axis of size 1."}},
    .errors = "error[shape] if an axis is out of range or does not have size 1",
    .example = "squeeze([[1, 2]])  #> [1, 2]",
    .source = "numpy.squeeze",
    .call = bind<&squeeze>,
};

extern const Builtin expand_builtin = {
    .signature = "expand(x: array, axis: int or (int, ...)) -> array",
    .brief = "Inserts new axes of size 1.",
    .params = {{"axis", "Positions of the new axes in the result."}},
    .errors = "error[shape] if a new axis is out of range or repeats",
    .example = "expand([1, 2], 0)  #> [[1, 2]]",
    .source = "numpy.expand_dims",
    .call = bind<&expand>,
};

extern const Builtin broadcast_builtin = {
    .signature = "broadcast(x: array, shape: shape) -> array",
    .brief = "Broadcasts an array to a shape.",
    .errors = "error[shape] if `x` cannot be broadcast to the shape",
    .example = "broadcast([1, 2], (2, 2))  #> [[1, 2],\n #>  [1, 2]]",
    .source = "numpy.broadcast_to",
    .call = bind<&broadcast>,
};

}  // namespace rille
