// key_unwrap: the two words of a key.
#include "jit/ops/axes.h"
#include "jit/ops/families.h"
#include "jit/ops/movement.h"
#include "jit/ops/samples.h"
#include "jit/ops/threefry.h"

namespace rille {
namespace {

const OpDoc key_unwrap_doc = {
    .brief = "Returns the two words of each key along a new last axis.",
    .shapes = "key: key[...] -> u32[..., 2]",
    .errors = "error[dtype] if key is not a key array",
    .example = "rng.unwrap(rng.key(7))  #> [0, 7]",
    .source = "jax.random.key_data",
};

Types key_unwrap_type(const OpCall& call) {
  if (call.in[0].dtype() != Dtype::key) {
    throw Error(Code::dtype, str("key_unwrap: expected a key, got ", call.in[0]),
                call.origin.span());
  }
  Shape shape = call.in[0].shape();
  shape.push_back(2);
  return {Type(Dtype::u32, shape)};
}

std::vector<BatchedVar> key_unwrap_batch(Builder& b, const Node& node, const Batch&) {
  return {{op::key_unwrap(b, node.in[0]), 0}};
}

Lowering key_unwrap_lower(const OpCall& call) {
  Pointwise out;
  Scalars& code = out.code;
  ScalarStepOps machine{code};
  auto words = machine.words(leading(code, 0, Dtype::key, call.in[0].rank()));
  int zero = code.constant(int64_t{0}, Dtype::i64);
  int first = code.call(Scalar::eq, Dtype::boolean, {code.index(call.in[0].rank()), zero});
  code.call(Scalar::select, Dtype::u32, {first, words[0], words[1]});
  return out;
}

// A key is stored as its two words.
void key_unwrap_reference(const Node&, std::span<const Array> in, std::span<Array> out) {
  copy_all(in[0], out[0]);
}

std::vector<Sample> key_unwrap_samples() {
  std::vector<Sample> out;
  for (const Shape& shape : sample_shapes()) {
    out.push_back({{Type(Dtype::key, shape)}});
    out.push_back({{Type(Dtype::key, with_batch(3, shape))}});
  }
  return out;
}

}  // namespace

extern const Op key_unwrap_op = {
    .name = "key_unwrap",
    .doc = key_unwrap_doc,
    .type = key_unwrap_type,
    .jvp = no_tangent,
    .transpose = MissingRule{"random bits have no cotangent"},
    .batch = key_unwrap_batch,
    .factors = key_factors,
    .lower = key_unwrap_lower,
    .reference = key_unwrap_reference,
    .samples = key_unwrap_samples,
};

Var op::key_unwrap(Builder& b, Var key) { return b.emit(key_unwrap_op, {key})[0]; }

}  // namespace rille
