// fma: x times y plus z, rounded once.
#include <cmath>

#include "jit/ops/axes.h"
#include "jit/ops/families.h"
#include "jit/ops/loops.h"
#include "jit/ops/samples.h"

namespace rille {
namespace {

const OpDoc fma_doc = {
    .brief = "Computes x * y + z with a single rounding (fused multiply-add).",
    .shapes = "x: f[...], y: f[...], z: f[...] -> f[...]",
    .errors = "error[shape] if the types differ; error[dtype] if the arrays are not f32 or f64",
    .example = "fma([2.0], [3.0], [1.0])  #> [7]",
    .source = "IEEE 754-2019, 5.4.1, fusedMultiplyAdd",
};

bool is_wide_float(Dtype dtype) { return dtype == Dtype::f32 || dtype == Dtype::f64; }

// Smaller floats would be rounded twice: to f32, then to their own dtype.
Types fma_type(const OpCall& call) {
  Types out = same_float_type(call);
  if (is_wide_float(out[0].dtype())) return out;
  throw Error(Code::dtype, str("fma: expected f32 or f64, got ", out[0]), call.origin.span());
}

Vars fma_jvp(Builder& b, const Node& node, const Vars& dx) {
  Var left = dx[0].none() ? Var{} : op::mul(b, dx[0], node.in[1]);
  Var right = dx[1].none() ? Var{} : op::mul(b, node.in[0], dx[1]);
  return {added(b, added(b, left, right), dx[2])};
}

template <class T>
void multiply_add(std::span<const Array> in, Array& out) {
  const T *x = elements<T>(in[0]), *y = elements<T>(in[1]), *z = elements<T>(in[2]);
  T* to = elements_to_write<T>(out);
  for (size_t i = 0; i < out.size(); ++i) to[i] = std::fma(x[i], y[i], z[i]);
}

void fma_reference(const Node&, std::span<const Array> in, std::span<Array> out) {
  if (out[0].dtype() == Dtype::f64) {
    multiply_add<double>(in, out[0]);
  } else {
    multiply_add<float>(in, out[0]);
  }
}

}  // namespace

extern const Op fma_op = {
    .name = "fma",
    .doc = fma_doc,
    .type = fma_type,
    .jvp = fma_jvp,
    .transpose = MissingRule{"the tangent of fma consists of mul and add, which have transposes"},
    .batch = elementwise_batch,
    .factors = elementwise_factors,
    .lower = lower_to<Scalar::fma>,
    .reference = fma_reference,
    .samples = samples<3, is_wide_float>,
};

Var op::fma(Builder& b, Var x, Var y, Var z) { return b.emit(fma_op, {x, y, z})[0]; }

}  // namespace rille
