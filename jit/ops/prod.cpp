// prod: the product along the given axes.
#include <functional>
#include <numeric>

#include "jit/ops/axes.h"
#include "jit/ops/complex_parts.h"
#include "jit/ops/reduction.h"

namespace rille {
namespace {

const OpDoc prod_doc = {
    .brief = "Computes the product along the given axes, which are removed.",
    .shapes = "x: n[...], axes: ints -> n[other axes]",
    .errors = "error[shape] if an axis is out of range",
    .example = "prod([2.0, 3.0, 4.0])  #> 24",
    .source = "jax.lax.reduce_prod_p",
};

// x with the reduced axes merged into one, the last.
Var flattened(Builder& b, Var x, const Ints& axes) {
  const Type type = b.type(x);
  Ints order;
  Extent length = 1;
  for (int axis = 0; axis < type.rank(); ++axis) {
    if (!contains(axes, axis)) order.push_back(axis);
  }
  Shape shape = without(type.shape(), axes);
  for (int64_t axis : axes) {
    order.push_back(axis);
    length = length * type.extent(static_cast<int>(axis));
  }
  shape.push_back(length);
  return op::reshape(b, op::permute(b, x, order), shape);
}

// For each element the product of all elements before it, or after it: the cumulative product
// shifted by one, starting with 1.
Var product_beside(Builder& b, Var x, bool after) {
  int64_t last = b.type(x).rank() - 1;
  return op::cumprod(b, moved_along(b, x, last, after ? -1 : 1, 1), last, after);
}

// dy is the sum of dx_i times the product of all other x. It does not divide, so zeros are no
// special case.
Vars prod_jvp(Builder& b, const Node& node, const Vars& dx) {
  const Ints& axes = node.attrs.ints("axes");
  Var x = flattened(b, node.in[0], axes), slope = flattened(b, dx[0], axes);
  if (b.type(x).shape().back() == Extent(0)) return {Var{}};
  Var others = op::mul(b, product_beside(b, x, false), product_beside(b, x, true));
  return {op::sum(b, op::mul(b, others, slope), {b.type(x).rank() - 1})};
}

// Multiplies the first half by the second one repeatedly; an odd element is carried over at the
// end.
std::vector<ComplexVar> prod_parts(Builder& b, const Node& node, std::span<const ComplexVar> in) {
  const Ints& axes = node.attrs.ints("axes");
  ComplexVar x{flattened(b, in[0].real, axes), flattened(b, in[0].imag, axes)};
  const Type type = b.type(x.real);
  Shape kept = type.shape();
  int64_t count = kept.back().number();
  kept.pop_back();
  if (count == 0) {
    return {{op::fill(b, type.with(kept), 1.0), op::fill(b, type.with(kept), 0.0)}};
  }
  auto part = [&](Var v, int64_t from, int64_t size) {
    Ints start(kept.size(), 0), step(kept.size() + 1, 1);
    start.push_back(from);
    Shape shape = kept;
    shape.push_back(size);
    return op::slice(b, v, start, shape, step);
  };
  while (count > 1) {
    int64_t half = count / 2, rest = count % 2;
    ComplexVar left{part(x.real, 0, half), part(x.imag, 0, half)},
        right{part(x.real, half, half), part(x.imag, half, half)}, last = x;
    x = complex_mul(b, left, right);
    auto axis = static_cast<int64_t>(kept.size());
    if (rest > 0) {
      x = {op::concatenate(b, {x.real, part(last.real, count - 1, 1)}, axis),
           op::concatenate(b, {x.imag, part(last.imag, count - 1, 1)}, axis)};
    }
    count = half + rest;
  }
  return {{op::reshape(b, x.real, kept), op::reshape(b, x.imag, kept)}};
}

Lowering prod_lower(const OpCall& call) {
  return Reduce{.combiner = Scalar::mul,
                .identity = number_value(call.in[0].dtype(), 1),
                .axes = call.attrs.ints("axes")};
}

}  // namespace

extern const Op prod_op = {
    .name = "prod",
    .doc = prod_doc,
    .type = reduced<same_number_type>,
    .jvp = prod_jvp,
    .transpose = MissingRule{"prod is not linear"},
    .batch = reduce_batch,
    .factors = reduce_factors<Scalar::mul>,
    .lower = prod_lower,
    .reference = fold<[](auto x, auto y) { return wrapping(std::multiplies<>{}, x, y); },
                      [](auto one) { return Wide<decltype(one)>(1); }, DtypeKind::integer,
                      DtypeKind::natural, DtypeKind::floating, DtypeKind::complex>,
    .samples = reduce_samples<is_number>,
    .parts = prod_parts,
};

Var op::prod(Builder& b, Var x, Ints axes) {
  return b.emit(prod_op, {x}, {{"axes", std::move(axes)}})[0];
}

}  // namespace rille
