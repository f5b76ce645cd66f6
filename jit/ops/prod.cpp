// prod: multiplies the elements along the given axes.
#include <functional>
#include <numeric>

#include "jit/ops/axes.h"
#include "jit/ops/reduction.h"

namespace rille {
namespace {

const Doc doc = {
    .brief = "Multiplies the elements along the given axes, which it removes.",
    .shapes = "x: n[...], axes: ints -> n[the other axes]",
    .errors = "error[shape] where an axis is not one of x's",
    .example = "prod([2.0, 3.0, 4.0])  #> 24",
    .source = "jax.lax.reduce_prod_p",
};

// The reduced axes made one, the last.
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

// Of each element the product of all before it (or after it): a 1 comes in, the last goes out.
Var product_beside(Builder& b, Var x, bool after) {
  const Type type = b.type(x);
  auto last = static_cast<size_t>(type.rank() - 1);
  Ints in(last + 1, 0), out(last + 1, 0), none(last + 1, 0);
  (after ? out : in)[last] = 1;
  (after ? in : out)[last] = -1;
  Var one = op::fill(b, Type(type.dtype(), Shape{}), 1.0);
  return op::cumprod(b, op::pad(b, x, one, in, out, none), type.rank() - 1, after);
}

// dy = sum of dx_i times all other x; no division, so zeros are no trouble.
Vars prod_jvp(Builder& b, const Node& node, const Vars& dx) {
  const Ints& axes = node.attrs.ints("axes");
  Var x = flattened(b, node.in[0], axes), slope = flattened(b, dx[0], axes);
  if (b.type(x).shape().back() == Extent(0)) return {Var{}};
  Var others = op::mul(b, product_beside(b, x, false), product_beside(b, x, true));
  return {op::sum(b, op::mul(b, others, slope), {b.type(x).rank() - 1})};
}

Lowering prod_lower(const Call& call) {
  AttrValue one = is_integer(call.in[0].dtype()) ? AttrValue(int64_t{1}) : AttrValue(1.0);
  return Reduce{.combiner = Scalar::mul, .identity = one, .axes = call.attrs.ints("axes")};
}

}  // namespace

extern const Op prod_op = {
    .name = "prod",
    .doc = doc,
    .type = reduced<same_number_type>,
    .jvp = prod_jvp,
    .transpose = NoRule{"prod is not linear"},
    .batch = reduce_batch,
    .factors = reduce_factors<Scalar::mul>,
    .lower = prod_lower,
    .reference = fold<[](auto x, auto y) { return wrapping(std::multiplies<>{}, x, y); },
                      [](auto one) { return Wide<decltype(one)>(1); }, Kind::integer, Kind::natural,
                      Kind::floating, Kind::complex>,
    .samples = reduce_samples<is_number>,
};

Var op::prod(Builder& b, Var x, Ints axes) {
  return b.emit(prod_op, {x}, {{"axes", std::move(axes)}})[0];
}

}  // namespace rille
