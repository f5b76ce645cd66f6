// bitcast: the same bits in another dtype.
#include "jit/ops/axes.h"
#include "jit/ops/families.h"
#include "jit/ops/movement.h"
#include "jit/ops/samples.h"

namespace rille {
namespace {

const OpDoc bitcast_doc = {
    .brief = "Reinterprets the bits of each element as another dtype of the same width.",
    .shapes = "x: t[...], dtype -> dtype[...]",
    .errors = "error[dtype] if the dtypes differ in width, or one is bool or key",
    .example = "bitcast([1.0], i32)  #> [1065353216]",
    .source = "jax.lax.bitcast_convert_type",
};

bool is_castable(Dtype from, Dtype to) {
  return is_number(from) && is_number(to) && bits(from) == bits(to);
}

Types bitcast_type(const OpCall& call) {
  Dtype to = call.attrs.dtype("dtype");
  if (is_castable(call.in[0].dtype(), to)) return {call.in[0].with(to)};
  throw Error(Code::dtype, str(call.in[0], ": cannot reinterpret the bits as ", to),
              call.origin.span());
}

std::vector<BatchedVar> bitcast_batch(Builder& b, const Node& node, const Batch&) {
  return {{op::bitcast(b, node.in[0], node.attrs.dtype("dtype")), 0}};
}

Lowering bitcast_lower(const OpCall& call) {
  Pointwise out;
  int x = out.code.input(0, call.in[0].dtype());
  out.code.call(Scalar::bitcast, call.attrs.dtype("dtype"), {x});
  return out;
}

void bitcast_reference(const Node&, std::span<const Array> in, std::span<Array> out) {
  copy_all(in[0], out[0]);
}

std::vector<Sample> bitcast_samples() {
  std::vector<Sample> all;
  for (Dtype from : sample_dtypes()) {
    for (Dtype to : sample_dtypes()) {
      if (is_castable(from, to)) all.push_back({{Type(from, {2, 3})}, {{"dtype", to}}});
    }
  }
  return all;
}

}  // namespace

extern const Op bitcast_op = {
    .name = "bitcast",
    .doc = bitcast_doc,
    .type = bitcast_type,
    .jvp = no_tangent,
    .transpose = MissingRule{"operations on bits are not linear"},
    .batch = bitcast_batch,
    .factors = elementwise_factors,
    .lower = bitcast_lower,
    .reference = bitcast_reference,
    .samples = bitcast_samples,
};

Var op::bitcast(Builder& b, Var x, Dtype dtype) {
  return b.emit(bitcast_op, {x}, {{"dtype", dtype}})[0];
}

}  // namespace rille
