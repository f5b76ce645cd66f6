// abs: the absolute value of each element.
#include <cmath>
#include <functional>

#include "jit/ops/axes.h"
#include "jit/ops/complex_parts.h"
#include "jit/ops/families.h"
#include "jit/ops/loops.h"
#include "jit/ops/samples.h"

namespace rille {
namespace {

const OpDoc abs_doc = {
    .brief = "Computes the absolute value of each element, or the modulus of complex numbers.",
    .shapes = "x: r[...] -> r[...]; x: complex[...] -> float[...]",
    .errors = "error[dtype] if x is a bool array",
    .example = "abs([-1.5, 2.0])  #> [1.5, 2]",
    .source = "jax.lax.abs",
};

Types abs_type(const OpCall& call) {
  Type x = same_number_type(call)[0];
  return {is_complex(x.dtype()) ? x.with(part_of(x.dtype())) : x};
}

Lowering abs_lower(const OpCall& call) {
  Pointwise out;
  int x = out.code.input(0, call.in[0].dtype());
  out.code.call(Scalar::abs, abs_type(call)[0].dtype(), {x});
  return out;
}

// The smallest integer has no positive counterpart and is returned unchanged, as on every device.
template <class T>
auto magnitude(T x) {
  if constexpr (std::floating_point<T>) {
    return std::abs(x);
  } else {
    return x < T(0) ? wrapping(std::negate<>{}, x) : static_cast<uint64_t>(x);
  }
}

// The derivative at 0 is 1, as in JAX.
Var abs_slope(Builder& b, Var x, Var) {
  Var one = filled_like(b, x, 1);
  return op::select(b, op::ge(b, x, filled_like(b, x, 0)), one, op::neg(b, one));
}

// For complex numbers, the component of dx along x, and 0 at 0. Each part is divided first, because
// the reciprocal of a tiny modulus overflows.
Vars abs_jvp(Builder& b, const Node& node, const Vars& dx) {
  Var x = node.in[0], y = node.out[0];
  if (!is_complex(b.type(x).dtype())) return sloped<abs_slope>(b, node, dx);
  Var one = filled_like(b, y, 1), is_none = op::eq(b, y, filled_like(b, y, 0));
  Var size = op::select(b, is_none, one, y);
  auto along = [&](Var part, Var moved) { return op::mul(b, op::div(b, part, size), moved); };
  return {op::add(b, along(op::real(b, x), op::real(b, dx[0])),
                  along(op::imag(b, x), op::imag(b, dx[0])))};
}

std::vector<ComplexVar> abs_parts(Builder& b, const Node&, std::span<const ComplexVar> in) {
  return {complex_abs(b, in[0])};
}

void abs_reference(const Node& node, std::span<const Array> in, std::span<Array> out) {
  if (is_complex(in[0].dtype()))
    return take_part<[](auto x) { return std::abs(x); }>(node, in, out);
  map_reals<[](auto x) { return magnitude(x); }>(node, in, out);
}

}  // namespace

extern const Op abs_op = {
    .name = "abs",
    .doc = abs_doc,
    .type = abs_type,
    .jvp = abs_jvp,
    .transpose = MissingRule{"abs is not linear"},
    .batch = elementwise_batch,
    .factors = elementwise_factors,
    .lower = abs_lower,
    .reference = abs_reference,
    .samples = samples<1, is_number>,
    .parts = abs_parts,
};

Var op::abs(Builder& b, Var x) { return b.emit(abs_op, {x})[0]; }

}  // namespace rille
