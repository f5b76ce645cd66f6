// imag: the imaginary part of complex numbers.
#include "jit/ops/axes.h"
#include "jit/ops/complex_parts.h"
#include "jit/ops/families.h"
#include "jit/ops/loops.h"
#include "jit/ops/samples.h"

namespace rille {
namespace {

const OpDoc imag_doc = {
    .brief = "Returns the imaginary part of each element.",
    .shapes = "x: complex[...] -> float[...]",
    .errors = "error[dtype] if x is not a complex array",
    .example = "imag(complex([1.0], [2.0]))  #> [2]",
    .source = "jax.lax.imag",
};

// Cotangents are paired with tangents without conjugation: the imaginary part of x is the real part
// of -i x.
Vars imag_transpose(Builder& b, const Node&, const Types&, const Vars& ct) {
  return {op::complex(b, filled_like(b, ct[0], 0), op::neg(b, ct[0]))};
}

}  // namespace

extern const Op imag_op = {
    .name = "imag",
    .doc = imag_doc,
    .type = part_type,
    .jvp = linear_jvp,
    .transpose = imag_transpose,
    .batch = elementwise_batch,
    .factors = elementwise_factors,
    .lower = lower_part<Scalar::imag>,
    .reference = take_part<[](auto x) { return x.imag(); }>,
    .samples = samples<1, is_complex>,
    .parts = [](Builder&, const Node&, std::span<const ComplexVar> in) -> std::vector<ComplexVar> {
      return {{in[0].imag}};
    },
};

Var op::imag(Builder& b, Var x) { return b.emit(imag_op, {x})[0]; }

}  // namespace rille
