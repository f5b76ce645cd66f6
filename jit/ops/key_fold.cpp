// key_fold: a new key from a key and a number.
#include "jit/ops/axes.h"
#include "jit/ops/families.h"
#include "jit/ops/loops.h"
#include "jit/ops/samples.h"
#include "jit/ops/threefry.h"

namespace rille {
namespace {

const OpDoc key_fold_doc = {
    .brief = "Derives a new key from each key and a number.",
    .shapes = "key: key[...], data: u32[...] -> key[...]",
    .errors =
        "error[dtype] if key is not a key array or data is not u32; error[shape] if the shapes "
        "differ",
    .example = "rng.fold_in(rng.key(0), 7)",
    .source = "jax.random.fold_in",
};

Types key_fold_type(const OpCall& call) {
  Type key = call.in[0], data = call.in[1];
  if (key.dtype() != Dtype::key || data != key.with(Dtype::u32)) {
    throw Error(key.shape() == data.shape() ? Code::dtype : Code::shape,
                str("key_fold: expected keys and a u32 for each, got ", key, " and ", data),
                call.origin.span());
  }
  return {key};
}

// Threefry of the number as the counter.
Lowering key_fold_lower(const OpCall& call) {
  Pointwise out;
  ScalarStepOps machine{out.code};
  auto key = machine.words(out.code.input(0, call.in[0].dtype()));
  int data = out.code.input(1, Dtype::u32);
  machine.key(threefry(machine, key, std::array<int, 2>{machine.number(0), data}));
  return out;
}

void key_fold_reference(const Node&, std::span<const Array> in, std::span<Array> out) {
  const auto* keys = elements<KeyBits>(in[0]);
  const auto* data = elements<uint32_t>(in[1]);
  auto* y = elements_to_write<KeyBits>(out[0]);
  for (size_t i = 0; i < out[0].size(); ++i) y[i] = threefry(keys[i], data[i]);
}

std::vector<Sample> key_fold_samples() {
  std::vector<Sample> out;
  for (const Shape& shape : sample_shapes()) {
    out.push_back({{Type(Dtype::key, shape), Type(Dtype::u32, shape)}});
    Shape more = with_batch(2, shape);
    out.push_back({{Type(Dtype::key, more), Type(Dtype::u32, more)}});
  }
  return out;
}

}  // namespace

extern const Op key_fold_op = {
    .name = "key_fold",
    .doc = key_fold_doc,
    .type = key_fold_type,
    .jvp = no_tangent,
    .transpose = MissingRule{"random bits have no cotangent"},
    .batch = elementwise_batch,
    .factors = elementwise_factors,
    .lower = key_fold_lower,
    .reference = key_fold_reference,
    .samples = key_fold_samples,
};

Var op::key_fold(Builder& b, Var key, Var data) { return b.emit(key_fold_op, {key, data})[0]; }

}  // namespace rille
