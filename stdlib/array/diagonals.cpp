// Diagonals, coordinate grids, outer and Kronecker products.
#include <algorithm>

#include "stdlib/array/apply_op.h"

namespace rille {
namespace {

int64_t diagonal_size(const Array& x, int64_t axis) {
  return x.type().extent(static_cast<int>(axis)).number();
}

// In a matrix in row-major order, consecutive elements of a diagonal are columns + 1 apart.
Array diagonal_of(const Array& given, int64_t k, int64_t rows_axis, int64_t columns_axis) {
  Array x = strong(given);
  int64_t a = axis_of(rows_axis, x, "axes"), b = axis_of(columns_axis, x, "axes");
  if (a == b) throw labelled(Error(Code::shape, str("axis ", a, " is named twice")), "axes");
  Ints order;
  for (int64_t i = 0; i < x.rank(); ++i) {
    if (i != a && i != b) order.push_back(i);
  }
  order.push_back(a);
  order.push_back(b);
  x = transpose(x, order);
  int64_t rows = diagonal_size(x, x.rank() - 2), columns = diagonal_size(x, x.rank() - 1);
  bool is_outside = k <= -rows || k >= columns;
  int64_t count = is_outside ? 0
                  : k < 0    ? std::min(rows + k, columns)
                             : std::min(rows, columns - k);
  Shape shape(x.shape().begin(), x.shape().end() - 2);
  shape.emplace_back(rows * columns);
  if (count == 0) {
    shape.back() = Extent(0);
    return zeros(shape, x.dtype());
  }
  int64_t start = k < 0 ? -k * columns : k;
  return slice_axis(reshape_to(x, shape), -1, start, count, columns + 1);
}

Array matrix_of(const Array& x, int64_t k) {
  int64_t count = diagonal_size(x, 0), size = 0, all = 0;
  bool is_huge = k > (int64_t{1} << 31) || k < -(int64_t{1} << 31) ||
                 __builtin_add_overflow(count, std::abs(k), &size) ||
                 __builtin_mul_overflow(size, size, &all);
  if (is_huge) {
    throw labelled(
        Error(Code::memory, str("diag: the matrix with the diagonal ", k, " is too large")), "k");
  }
  if (count == 0) return zeros({Extent(size), Extent(size)}, x.dtype());
  int64_t start = k < 0 ? -k * size : k;
  int64_t spread = count + (count - 1) * size;
  Attrs attrs{{"low", Ints{start}}, {"high", Ints{all - start - spread}}, {"interior", Ints{size}}};
  Array zero = zeros(Shape{}, x.dtype());
  return reshape_to(apply1(pad_op, {x, zero}, attrs), {Extent(size), Extent(size)});
}

Array diag(const Array& given, int64_t k) {
  Array x = strong(given);
  if (x.rank() == 1) return matrix_of(x, k);
  if (x.rank() == 2) return diagonal_of(x, k, 0, 1);
  throw labelled(Error(Code::shape, str("diag: got ", x.type(), ", expected a vector or a matrix")),
                 "x")
      .help("`diagonal(x, axes = (-2, -1))` returns the diagonals of a batch of matrices");
}

Array diagonal_axes(const Array& x, int64_t k, const Ints& axes) {
  if (axes.size() != 2) {
    Error error(Code::value, str("diagonal: `axes` has ", axes.size(), " entries, expected 2"));
    throw labelled(std::move(error), "axes");
  }
  return diagonal_of(x, k, axes[0], axes[1]);
}

Array trace(const Array& x, int64_t k, const Ints& axes) {
  return sum(diagonal_axes(x, k, axes), Ints{-1});
}

Array outer(const Array& x, const Array& y) {
  Array left = flatten_array(strong(x)), right = flatten_array(strong(y));
  return mul(reshape_to(left, {left.shape()[0], Extent(1)}), right);
}

Arrays meshgrid(const Value& given, const std::string& indexing) {
  Arrays lines;
  Shape shape;
  for (const Value& item : given.items()) {
    lines.push_back(flatten_array(strong(item.as_array())));
    shape.push_back(lines.back().shape()[0]);
  }
  bool turns = indexing == "xy" && lines.size() > 1;
  if (turns) std::swap(shape[0], shape[1]);
  Arrays out;
  for (size_t i = 0; i < lines.size(); ++i) {
    size_t at = turns && i < 2 ? 1 - i : i;
    Shape line(shape.size(), Extent(1));
    line[at] = shape[at];
    out.push_back(fit(reshape_to(lines[i], line), shape));
  }
  return out;
}

// Each element of x times all of y, as blocks.
Array kron(const Array& given_x, const Array& given_y) {
  Arrays both{strong(given_x), strong(given_y)};
  size_t rank = std::max(both[0].shape().size(), both[1].shape().size());
  Shape outer, inner, shape;
  for (size_t i = 0; i < rank; ++i) {
    auto extent = [&](const Array& x) {
      size_t skip = rank - x.shape().size();
      return i < skip ? Extent(1) : x.shape()[i - skip];
    };
    outer.insert(outer.end(), {extent(both[0]), Extent(1)});
    inner.insert(inner.end(), {Extent(1), extent(both[1])});
    shape.push_back(extent(both[0]) * extent(both[1]));
  }
  return reshape_to(mul(reshape_to(both[0], outer), reshape_to(both[1], inner)), shape);
}

Array cross(const Array& given_x, const Array& given_y, int64_t axis) {
  Arrays both{strong(given_x), strong(given_y)};
  promote_together(both);
  auto line = [&](const Array& x, std::string_view name) {
    int64_t at = axis_of(axis, x);
    if (diagonal_size(x, at) == 3) return move_axis(x, at, -1);
    Error error(Code::shape,
                str("cross: `", name, "` is ", x.type(), ", expected size 3 along axis ", axis));
    throw labelled(std::move(error), name);
  };
  Array x = line(both[0], "x"), y = line(both[1], "y");
  Array out = sub(mul(roll(x, {-1}, Ints{-1}), roll(y, {1}, Ints{-1})),
                  mul(roll(x, {1}, Ints{-1}), roll(y, {-1}, Ints{-1})));
  return move_axis(out, -1, axis);
}

}  // namespace

extern const Builtin diag_builtin = {
    .signature = "diag(x: number[...], k: int = 0) -> array",
    .brief = "Creates a diagonal matrix from a vector, or extracts the diagonal of a matrix.",
    .params =
        {{"x", "Vector of the diagonal elements, or a matrix."},
         {"k",
          "Diagonal: 0 is the main diagonal, positive values are above it, negative ones below."}},
    .errors =
        "error[shape] if `x` is neither a vector nor a matrix; error[memory] if the matrix is too "
        "large",
    .example = "diag([1, 2])  #> [[1, 0],\n #>  [0, 2]]",
    .source = "numpy.diag",
    .call = bind<&diag>,
};

extern const Builtin trace_builtin = {
    .signature = "trace(x: number[...], k: int = 0, axes: (int, int) = (0, 1)) -> number[...]",
    .brief = "Computes the sum along diagonal `k` of each matrix.",
    .params =
        {{"k",
          "Diagonal: 0 is the main diagonal, positive values are above it, negative ones below."},
         {"axes", "The row and column axes of the matrices; (-2, -1) for a batch of matrices."}},
    .errors = "error[shape] if an axis is out of range or repeats",
    .example = "trace([[1, 2], [3, 4]])  #> 5",
    .source = "numpy.trace",
    .call = bind<&trace>,
};

extern const Builtin outer_builtin = {
    .signature = "outer(x: number[...], y: number[...]) -> number[n, m]",
    .brief = "Computes the outer product of two vectors.",
    .params = {{"x", "Array of n elements, flattened in row-major order: the rows of the result."},
               {"y",
                "Array of m elements, flattened in row-major order: the columns of the result."}},
    .example = "outer([1, 2], [3, 4])  #> [[3, 4],\n #>  [6, 8]]",
    .source = "numpy.outer; `x[:, nil] * y` of vectors",
    .call = bind<&outer>,
};

extern const Builtin diagonal_builtin = {
    .signature = "diagonal(x: number[...], k: int = 0, axes: (int, int) = (0, 1)) -> array",
    .brief = "Extracts diagonal `k` of each matrix, as the last axis of the result.",
    .params =
        {{"k",
          "Diagonal: 0 is the main diagonal, positive values are above it, negative ones below."},
         {"axes", "The row and column axes of the matrices; (-2, -1) for a batch of matrices."}},
    .errors =
        "error[shape] if an axis is out of range or repeats; error[value] if `axes` does not have "
        "two entries",
    .example = "diagonal([[1, 2], [3, 4]])  #> [1, 4]",
    .source = "numpy.diagonal",
    .call = bind<&diagonal_axes>,
};

extern const Builtin meshgrid_builtin = {
    .signature =
        "meshgrid(arrays: (array, ...), indexing: \"xy\" or \"ij\" = \"xy\") -> (array, ...)",
    .brief = "Creates coordinate arrays of a grid from one-dimensional coordinates.",
    .params = {{"arrays", "Coordinates along each axis; flattened."},
               {"indexing",
                "Axis order of the grid. With `\"xy\"`, the first array runs along the columns "
                "(axis 1); with `\"ij\"`, along the rows (axis 0)."}},
    .returns = "one array for each axis, each with the shape of the grid",
    .errors = "error[type] if `arrays` is not a tuple of arrays",
    .example = "meshgrid(([1, 2], [5, 6]))[0]  #> [[1, 2],\n #>  [1, 2]]",
    .source = "numpy.meshgrid",
    .call = bind<&meshgrid>,
};

extern const Builtin kron_builtin = {
    .signature = "kron(x: number[...], y: number[...]) -> number[...]",
    .brief = "Computes the Kronecker product.",
    .errors = "error[dtype] if both arrays are bool",
    .example = "kron([1, 10], [1, 2, 3])  #> [1, 2, 3, 10, 20, 30]",
    .source = "numpy.kron",
    .call = bind<&kron>,
};

extern const Builtin cross_builtin = {
    .signature = "cross(x: number[...], y: number[...], axis: int = -1) -> number[...]",
    .brief = "Computes the cross product of three-dimensional vectors.",
    .params = {{"y", "Vectors; broadcast against `x`."},
               {"axis", "Axis of the vector components, of size 3."}},
    .errors =
        "error[shape] if `axis` is out of range or its size is not 3, or the shapes cannot be "
        "broadcast together",
    .example = "cross([1, 0, 0], [0, 1, 0])  #> [0, 0, 1]",
    .source = "numpy.cross",
    .call = bind<&cross>,
};

}  // namespace rille
