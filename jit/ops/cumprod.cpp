// cumprod: the cumulative product along an axis.
#include <functional>

#include "jit/ops/axes.h"
#include "jit/ops/complex_parts.h"
#include "jit/ops/scanning.h"

namespace rille {
namespace {

const OpDoc cumprod_doc = {
    .brief = "Computes the cumulative product along an axis. With reverse, it starts at the end.",
    .shapes = "x: n[...], axis: int, reverse: bool -> n[...]",
    .errors = "error[shape] if the axis is out of range",
    .example = "cumprod([1, 2, 3])  #> [1, 2, 6]",
    .source = "jax.lax.cumprod",
};

// A scan of products with their tangents, (p, t) (q, s) = (p q, t q + p s), over spans of 1, 2, 4,
// … elements (Kogge and Stone 1973). It does not divide, so zeros are no special case.
Vars cumprod_jvp(Builder& b, const Node& node, const Vars& dx) {
  int64_t axis = node.attrs.integer("axis");
  int64_t sign = node.attrs.flag("reverse") ? -1 : 1;
  Var product = node.in[0], tangent = dx[0];
  int64_t length = b.type(product).extent(static_cast<int>(axis)).number();
  for (int64_t span = 1; span < length; span *= 2) {
    Var before = moved_along(b, product, axis, sign * span, 1);
    Var slope = moved_along(b, tangent, axis, sign * span, 0);
    tangent = op::add(b, op::mul(b, slope, product), op::mul(b, before, tangent));
    product = op::mul(b, before, product);
  }
  return {tangent};
}

std::vector<ComplexVar> cumprod_parts(Builder& b, const Node& node,
                                      std::span<const ComplexVar> in) {
  int64_t axis = node.attrs.integer("axis");
  int64_t sign = node.attrs.flag("reverse") ? -1 : 1;
  ComplexVar product = in[0];
  int64_t length = b.type(product.real).extent(static_cast<int>(axis)).number();
  for (int64_t span = 1; span < length; span *= 2) {
    ComplexVar before{moved_along(b, product.real, axis, sign * span, 1),
                      moved_along(b, product.imag, axis, sign * span, 0)};
    product = complex_mul(b, before, product);
  }
  return {product};
}

Lowering cumprod_lower(const OpCall& call) {
  return scan_lower(call, Scalar::mul, number_value(call.in[0].dtype(), 1));
}

}  // namespace

extern const Op cumprod_op = {
    .name = "cumprod",
    .doc = cumprod_doc,
    .type = scan_type<same_number_type>,
    .jvp = cumprod_jvp,
    .transpose = MissingRule{"cumprod is not linear"},
    .batch = axis_batch,
    .factors = axis_factors,
    .lower = cumprod_lower,
    .reference = scan_reference<[](auto x, auto y) { return wrapping(std::multiplies<>{}, x, y); },
                                DtypeKind::integer, DtypeKind::natural, DtypeKind::floating,
                                DtypeKind::complex>,
    .samples = scan_samples<is_number>,
    .parts = cumprod_parts,
};

Var op::cumprod(Builder& b, Var x, int64_t axis, bool reverse) {
  return b.emit(cumprod_op, {x}, {{"axis", axis}, {"reverse", reverse}})[0];
}

}  // namespace rille
