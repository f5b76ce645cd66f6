// complex: complex numbers from two real parts.
#include "jit/ops/axes.h"
#include "jit/ops/complex_parts.h"
#include "jit/ops/families.h"
#include "jit/ops/loops.h"
#include "jit/ops/samples.h"

namespace rille {
namespace {

const OpDoc complex_doc = {
    .brief = "Creates complex numbers from real and imaginary parts.",
    .shapes = "real: float[...], imag: float[...] -> complex[...]",
    .errors = "error[dtype] if the parts are not f32 or f64; error[shape] if the shapes differ",
    .example = "complex([1.0], [2.0])  #> [1+2i]",
    .source = "jax.lax.complex",
};

bool is_part(Dtype dtype) { return dtype == Dtype::f32 || dtype == Dtype::f64; }

Types complex_type(const OpCall& call) {
  Type part = same_float_type(call)[0];
  if (is_part(part.dtype())) return {part.with(complex_of(part.dtype()))};
  throw Error(Code::dtype, str("complex: expected parts of f32 or f64, got ", part),
              call.origin.span());
}

Vars complex_jvp(Builder& b, const Node&, const Vars& dx) {
  Type type = b.type(dx[dx[0].none() ? 1 : 0]);
  return {op::complex(b, or_zeros(b, dx[0], type), or_zeros(b, dx[1], type))};
}

// Cotangents are paired with tangents without conjugation: the real part of ct (da + i db) counts.
Vars complex_transpose(Builder& b, const Node& node, const Types&, const Vars& ct) {
  return {node.in[0].none() ? op::real(b, ct[0]) : Var{},
          node.in[1].none() ? op::neg(b, op::imag(b, ct[0])) : Var{}};
}

Lowering complex_lower(const OpCall& call) {
  Pointwise out;
  Dtype part = call.in[0].dtype();
  int real = out.code.input(0, part), imag = out.code.input(1, part);
  out.code.call(Scalar::complex, complex_of(part), {real, imag});
  return out;
}

void complex_reference(const Node&, std::span<const Array> in, std::span<Array> out) {
  with_type(in[0].dtype(), [&]<class T>(T) {
    if constexpr (std::same_as<T, float> || std::same_as<T, double>) {
      const T *x = elements<T>(in[0]), *y = elements<T>(in[1]);
      auto* to = elements_to_write<std::complex<T>>(out[0]);
      for (size_t i = 0; i < in[0].size(); ++i) to[i] = {x[i], y[i]};
    }
  });
}

}  // namespace

extern const Op complex_op = {
    .name = "complex",
    .doc = complex_doc,
    .type = complex_type,
    .jvp = complex_jvp,
    .transpose = complex_transpose,
    .batch = elementwise_batch,
    .factors = elementwise_factors,
    .lower = complex_lower,
    .reference = complex_reference,
    .samples = samples<2, is_part>,
    .parts = [](Builder&, const Node&, std::span<const ComplexVar> in) -> std::vector<ComplexVar> {
      return {{in[0].real, in[1].real}};
    },
    .linear = LinearIn::all,
};

Var op::complex(Builder& b, Var real, Var imag) { return b.emit(complex_op, {real, imag})[0]; }

}  // namespace rille
