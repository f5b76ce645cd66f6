// scatter: x with updates at computed indices.
#include <functional>
#include <numeric>

#include "jit/ops/axes.h"
#include "jit/ops/complex_parts.h"
#include "jit/ops/families.h"
#include "jit/ops/indexing.h"
#include "jit/ops/loops.h"
#include "jit/ops/samples.h"

namespace rille {
namespace {

const OpDoc scatter_doc = {
    .brief =
        "Combines each update, in order, with the slice of x at its indices. Indices are clamped "
        "into range.",
    .shapes =
        "x: t[...], indices: i[..., k], updates: t[..., other axes], axes, mode -> t[shape of x]",
    .errors =
        "error[shape] if the shape of updates does not match; error[value] if mode is not set, "
        "add, mul, min, or max",
    .example = "at([1, 2, 3], [0], [9])  #> [9, 2, 3]",
    .source = "jax.lax.scatter, scatter_add, scatter_mul, scatter_min, scatter_max",
};

void check_mode(const OpCall& call, Dtype dtype) {
  const std::string& mode = call.attrs.string("mode");
  bool sums = mode == "add" || mode == "mul", orders = mode == "min" || mode == "max";
  if (!sums && !orders && mode != "set") {
    throw Error(Code::value,
                str("scatter: unknown mode \"", mode, "\", expected set, add, mul, min, or max"),
                call.origin.span());
  }
  bool ordered = is_integer(dtype) || is_float(dtype) || dtype == Dtype::boolean;
  if ((sums && !is_number(dtype)) || (orders && !ordered)) {
    throw Error(Code::dtype, str("scatter: mode \"", mode, "\" is not defined for ", dtype),
                call.origin.span());
  }
}

Types scatter_type(const OpCall& call) {
  check_indices(call);
  Type x = call.in[0];
  check_mode(call, x.dtype());
  Shape shape = rows_of(call.in[1]), rest = without(x.shape(), call.attrs.ints("axes"));
  shape.insert(shape.end(), rest.begin(), rest.end());
  if (call.in[2] != x.with(shape)) {
    throw Error(Code::shape,
                str("scatter: the updates are ", call.in[2], ", expected ", x.with(shape)),
                call.origin.span());
  }
  return {x};
}

Var scattered(Builder& b, const Node& node, Var x, Var updates, std::string mode) {
  return op::scatter(b, x, node.in[1], updates, node.attrs.ints("axes"), std::move(mode));
}
Var gathered(Builder& b, const Node& node, Var x) {
  return op::gather(b, x, node.in[1], node.attrs.ints("axes"));
}
Var as_numbers(Builder& b, Var flags, Dtype dtype) { return op::convert(b, flags, dtype); }

// For a minimum or maximum: the mean of the tangents of all operands that equal the result.
Var extreme_tangent(Builder& b, const Node& node, Var dx, Var du) {
  Var y = node.out[0];
  Dtype dtype = b.type(y).dtype();
  Var own = as_numbers(b, op::eq(b, node.in[0], y), dtype);
  Var theirs = as_numbers(b, op::eq(b, node.in[2], gathered(b, node, y)), dtype);
  Var count = scattered(b, node, own, theirs, "add");
  Var sum = scattered(b, node, op::mul(b, own, dx), op::mul(b, theirs, du), "add");
  return op::div(b, sum, count);
}

// The flat position that the indices of each row select, clamped as the op does: i64[rows].
Var scattered_places(Builder& b, const Node& node) {
  const Ints& axes = node.attrs.ints("axes");
  Shape extents, rows = rows_of(b.type(node.in[1]));
  Extent count = 1, all = 1;
  for (int64_t axis : axes) {
    extents.push_back(b.type(node.in[0]).shape()[static_cast<size_t>(axis)]);
    all = all * extents.back();
  }
  for (Extent extent : rows) count = count * extent;
  Ints own(axes.size());
  std::iota(own.begin(), own.end(), 0);
  Var numbers = op::reshape(b, op::iota(b, Type(Dtype::i64, Shape{all}), 0), extents);
  return op::reshape(b, op::gather(b, numbers, node.in[1], own), Shape{count});
}

// x[by ..., ...]: x shifted by `by` > 0 rows down the first axis; the vacated rows are `otherwise`.
Var shifted_down(Builder& b, Var x, int64_t by, AttrValue otherwise) {
  Type type = b.type(x);
  Shape head = type.shape(), rest = type.shape();
  head[0] = Extent(by);
  rest[0] = Extent(rest[0].number() - by);
  Ints zeros(rest.size(), 0), ones(rest.size(), 1);
  Var kept = op::slice(b, x, zeros, rest, ones);
  return op::concatenate(b, {op::fill(b, type.with(head), std::move(otherwise)), kept}, 0);
}

// For sorted positions: for each row the product of the rows above it with the same position.
Var product_above(Builder& b, Var places, Var x) {
  Type type = b.type(x);
  Var ones = op::fill(b, type, 1.0);
  Ints rest;
  for (int axis = 1; axis < type.rank(); ++axis) rest.push_back(axis);
  auto among_own = [&](Var moved, int64_t by) {
    Var same = op::eq(b, places, shifted_down(b, places, by, int64_t{-1}));
    return op::select(b, op::broadcast(b, same, type.shape(), rest), moved, ones);
  };
  Var product = among_own(shifted_down(b, x, 1, 1.0), 1);
  for (int64_t by = 1; by + 1 < type.shape()[0].number(); by *= 2) {
    product = op::mul(b, product, among_own(shifted_down(b, product, by, 1.0), by));
  }
  return product;
}

// For each update the product of all other updates of its position, without a division, so that it
// and its derivatives are also correct if updates are 0.
Var product_of_others(Builder& b, const Node& node) {
  Type type = b.type(node.in[2]);
  Var places = scattered_places(b, node);
  Extent count = b.type(places).shape()[0];
  if (count.number() < 2) return op::fill(b, type, 1.0);
  Shape flat{count};
  flat.insert(flat.end(), type.shape().begin() + b.type(node.in[1]).rank() - 1, type.shape().end());
  Var numbers = op::iota(b, Type(Dtype::i64, Shape{count}), 0);
  Vars sorted = op::sort(b, {places, numbers}, 0, 1);
  Var order = op::reshape(b, sorted[1], Shape{count, Extent(1)});
  Var x = op::gather(b, op::reshape(b, node.in[2], flat), order, {0});
  Var above = product_above(b, sorted[0], x);
  Var below = product_above(b, op::reverse(b, sorted[0], {0}), op::reverse(b, x, {0}));
  Var others = op::mul(b, above, op::reverse(b, below, {0}));
  Var back = op::scatter(b, numbers, order, numbers, {0}, "set");
  back = op::reshape(b, back, Shape{count, Extent(1)});
  return op::reshape(b, op::gather(b, others, back, {0}), type.shape());
}

// d(x * u1 * u2 …) = dx * u1 * u2 … + x * (du1 * u2 … + u1 * du2 … + …)
Var product_tangent(Builder& b, const Node& node, Var dx, Var du) {
  Var zeros = op::fill(b, b.type(node.in[0]), 0.0);
  Var out = dx.none() ? zeros : scattered(b, node, dx, node.in[2], "mul");
  if (du.none()) return out;
  Var old = op::mul(b, gathered(b, node, node.in[0]), product_of_others(b, node));
  return op::add(b, out, scattered(b, node, zeros, op::mul(b, old, du), "add"));
}

Vars scatter_jvp(Builder& b, const Node& node, const Vars& dx) {
  if (dx[0].none() && dx[2].none()) return {Var{}};
  const std::string& mode = node.attrs.string("mode");
  if (mode == "mul") return {product_tangent(b, node, dx[0], dx[2])};
  Var x = or_zeros(b, dx[0], b.type(node.in[0]));
  Var updates = or_zeros(b, dx[2], b.type(node.in[2]));
  if (mode == "min" || mode == "max") return {extreme_tangent(b, node, x, updates)};
  return {scattered(b, node, x, updates, mode)};
}

// If several updates have the same position, the last one wins: true for the winning updates.
Var stays(Builder& b, const Node& node, const Type& x, const Type& updates) {
  const Ints& axes = node.attrs.ints("axes");
  Shape places, rows = rows_of(b.type(node.in[1]));
  for (int64_t axis : axes) places.push_back(x.shape()[static_cast<size_t>(axis)]);
  Ints own(axes.size());
  std::iota(own.begin(), own.end(), 0);
  Extent count = 1;
  for (Extent extent : rows) count = count * extent;
  Var numbers = op::reshape(b, op::iota(b, Type(Dtype::i64, Shape{count}), 0), rows);
  Var none = op::fill(b, Type(Dtype::i64, places), int64_t{-1});
  Var last = op::scatter(b, none, node.in[1], numbers, own, "set");
  Var flags = op::eq(b, op::gather(b, last, node.in[1], own), numbers);
  Ints rest;
  for (int axis = static_cast<int>(rows.size()); axis < updates.rank(); ++axis) {
    rest.push_back(axis);
  }
  return op::broadcast(b, flags, updates.shape(), rest);
}

Vars scatter_transpose(Builder& b, const Node& node, const Types& in, const Vars& ct) {
  const std::string& mode = node.attrs.string("mode");
  Vars out(3);
  if (mode == "add") {
    if (node.in[0].none()) out[0] = ct[0];
    if (node.in[2].none()) out[2] = gathered(b, node, ct[0]);
  } else if (mode == "set") {
    Var zeros = op::fill(b, in[2], 0.0);
    if (node.in[0].none()) out[0] = scattered(b, node, ct[0], zeros, "set");
    if (node.in[2].none()) {
      out[2] = op::select(b, stays(b, node, in[0], in[2]), gathered(b, node, ct[0]), zeros);
    }
  } else {
    // A derivative contains only products that are linear in x; a transposed user function may have
    // others.
    if (mode != "mul" || node.in[2].none()) {
      throw Error(Code::trace, str("the function is not linear: it has a scatter by ", mode),
                  node.origin.span());
    }
    out[0] = scattered(b, node, ct[0], node.in[2], "mul");
  }
  return out;
}

// With common indices for all mapped elements, the batch axis is taken whole; otherwise it is
// indexed.
std::vector<BatchedVar> scatter_batch(Builder& b, const Node& node, const Batch& batch) {
  const Ints& axes = node.attrs.ints("axes");
  const std::string& mode = node.attrs.string("mode");
  bool one_list = batch.axes[1] < 0;
  Var indices = node.in[1];
  Vars in = all_batched(b, node, batch);
  if (!one_list) {
    indices = with_row_column(b, in[1]);
    return {{op::scatter(b, in[0], indices, in[2], with_row_axis(axes), mode), 0}};
  }
  int rows = b.type(indices).rank() - 1;
  Ints order;
  for (int axis = 1; axis <= rows; ++axis) order.push_back(axis);
  order.push_back(0);
  for (int axis = rows + 1; axis < b.type(in[2]).rank(); ++axis) order.push_back(axis);
  Var updates = op::permute(b, in[2], order);
  return {{op::scatter(b, in[0], indices, updates, shifted(axes), mode), 0}};
}

// Whether the new value replaces the old one; a NaN always replaces, and stays.
template <class W>
bool replaces(W old, W fresh, bool greatest) {
  if (old != old) return false;
  return fresh != fresh || (greatest ? old < fresh : fresh < old);
}

template <class T>
T combined(T old, T fresh, char mode) {
  auto x = widen(old), y = widen(fresh);
  if constexpr (kind_of<T> != DtypeKind::boolean && kind_of<T> != DtypeKind::key) {
    if (mode == 'a') return narrow<T>(wrapping(std::plus<>{}, x, y));
    if (mode == 'u') return narrow<T>(wrapping(std::multiplies<>{}, x, y));
  }
  if constexpr (kind_of<T> != DtypeKind::complex && kind_of<T> != DtypeKind::key) {
    if (mode == 'x' || mode == 'n') return replaces(x, y, mode == 'x') ? fresh : old;
  }
  return fresh;
}

void scatter_reference(const Node& node, std::span<const Array> in, std::span<Array> out) {
  const std::string& word = node.attrs.string("mode");
  char mode = word == "add"   ? 'a'
              : word == "mul" ? 'u'
              : word == "max" ? 'x'
              : word == "min" ? 'n'
                              : 's';
  copy_all(in[0], out[0]);
  SliceOffsets slots(in[0], in[1], node.attrs.ints("axes"));
  with_type(out[0].dtype(), [&](auto zero) {
    using T = decltype(zero);
    const T* update = elements<T>(in[2]);
    T* y = elements_to_write<T>(out[0]);
    for (size_t row = 0; row < slots.rows; ++row) {
      for (int64_t i = 0; i < slots.size; ++i) {
        T& place = y[slots.at(row) + slots.offset(i)];
        place = combined(place, *update++, mode);
      }
    }
  });
}

std::vector<Sample> scatter_samples() {
  std::vector<Sample> out;
  for (std::string mode : {"set", "add", "mul", "min", "max"}) {
    for (Sample sample : scatter_shapes()) {
      Dtype dtype = sample.in[0].dtype();
      bool sums = mode == "add" || mode == "mul", orders = mode == "min" || mode == "max";
      if ((sums && !is_number(dtype)) || (orders && !is_ordered(dtype))) continue;
      sample.attrs = sample.attrs.with("mode", mode);
      out.push_back(sample);
    }
  }
  return out;
}

// Updates are applied in order, so their rows are one piece.
Factors scatter_factors(const OpCall& call, const Types&) {
  Factors made;
  AxisFactors rows = add_axes(made, rows_of(call.in[1]), Factor::Role::special);
  AxisFactors columns{{made.add(call.in[1].shape().back(), Factor::Role::special)}};
  auto [x, rest] = indexed_axes(made, call);
  made.in = {x, rows, rows};
  append_to(made.in[1], columns);
  append_to(made.in[2], rest);
  made.out = {x};
  return made;
}

// Sums and set apply to each part; products do not.
std::vector<ComplexVar> scatter_parts(Builder& b, const Node& node,
                                      std::span<const ComplexVar> in) {
  if (node.attrs.string("mode") == "mul") return {};
  return in_each_part(b, node, in);
}

}  // namespace

extern const Op scatter_op = {
    .name = "scatter",
    .doc = scatter_doc,
    .type = scatter_type,
    .jvp = scatter_jvp,
    .transpose = scatter_transpose,
    .batch = scatter_batch,
    .factors = scatter_factors,
    .lower = [](const OpCall&) -> Lowering { return StructuredOp{"scatter"}; },
    .reference = scatter_reference,
    .samples = scatter_samples,
    .parts = scatter_parts,
    .moves = DataMovement::updates,
};

Var op::scatter(Builder& b, Var x, Var indices, Var updates, Ints axes, std::string mode) {
  return b.emit(scatter_op, {x, indices, updates},
                {{"axes", std::move(axes)}, {"mode", std::move(mode)}})[0];
}

}  // namespace rille
