// real: the real part of complex numbers.
#include "jit/ops/axes.h"
#include "jit/ops/complex_parts.h"
#include "jit/ops/families.h"
#include "jit/ops/loops.h"
#include "jit/ops/samples.h"

namespace rille {
namespace {

const OpDoc real_doc = {
    .brief = "Returns the real part of each element.",
    .shapes = "x: complex[...] -> float[...]",
    .errors = "error[dtype] if x is not a complex array",
    .example = "real(complex([1.0], [2.0]))  #> [1]",
    .source = "jax.lax.real",
};

Vars real_transpose(Builder& b, const Node&, const Types&, const Vars& ct) {
  return {op::complex(b, ct[0], filled_like(b, ct[0], 0))};
}

}  // namespace

extern const Op real_op = {
    .name = "real",
    .doc = real_doc,
    .type = part_type,
    .jvp = linear_jvp,
    .transpose = real_transpose,
    .batch = elementwise_batch,
    .factors = elementwise_factors,
    .lower = lower_part<Scalar::real>,
    .reference = take_part<[](auto x) { return x.real(); }>,
    .samples = samples<1, is_complex>,
    .parts = [](Builder&, const Node&, std::span<const ComplexVar> in) -> std::vector<ComplexVar> {
      return {{in[0].real}};
    },
};

Var op::real(Builder& b, Var x) { return b.emit(real_op, {x})[0]; }

}  // namespace rille
