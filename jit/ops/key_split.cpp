// key_split: new keys derived from keys.
#include "jit/ops/axes.h"
#include "jit/ops/families.h"
#include "jit/ops/loops.h"
#include "jit/ops/samples.h"
#include "jit/ops/threefry.h"

namespace rille {
namespace {

const OpDoc key_split_doc = {
    .brief = "Derives new keys from each key, independent of the key and of each other.",
    .shapes = "key: key[...], shape: ints -> key[..., shape]",
    .errors = "error[dtype] if key is not a key array",
    .example = "rng.split(rng.key(0), 3).shape  #> (3,)",
    .source = "jax.random.split, threefry_partitionable",
};

Types key_split_type(const OpCall& call) {
  if (call.in[0].dtype() != Dtype::key) {
    throw Error(Code::dtype, str("key_split: expected a key, got ", call.in[0]),
                call.origin.span());
  }
  Shape shape = call.in[0].shape();
  const Shape& own = call.attrs.shape("shape");
  shape.insert(shape.end(), own.begin(), own.end());
  return {call.in[0].with(shape)};
}

std::vector<BatchedVar> key_split_batch(Builder& b, const Node& node, const Batch&) {
  return {{b.copy(node, {node.in[0]})[0], 0}};
}

// Key i consists of both words of threefry with counter i.
Lowering key_split_lower(const OpCall& call) {
  Pointwise out;
  ScalarStepOps machine{out.code};
  int rank = call.in[0].rank();
  int count = counted_index(out.code, key_split_type(call)[0].shape(), rank);
  auto key = machine.words(leading(out.code, 0, Dtype::key, rank));
  machine.key(threefry(machine, key, machine.halves(count)));
  return out;
}

void key_split_reference(const Node&, std::span<const Array> in, std::span<Array> out) {
  size_t count = in[0].size() == 0 ? 0 : out[0].size() / in[0].size();
  const auto* keys = elements<KeyBits>(in[0]);
  auto* y = elements_to_write<KeyBits>(out[0]);
  for (size_t i = 0; i < out[0].size(); ++i) y[i] = threefry(keys[i / count], i % count);
}

std::vector<Sample> key_split_samples() {
  std::vector<Sample> out;
  for (const Shape& shape : sample_shapes()) {
    out.push_back({{Type(Dtype::key, Shape{})}, {{"shape", shape}}});
    out.push_back({{Type(Dtype::key, {2})}, {{"shape", shape}}});
  }
  return out;
}

}  // namespace

extern const Op key_split_op = {
    .name = "key_split",
    .doc = key_split_doc,
    .type = key_split_type,
    .jvp = no_tangent,
    .transpose = MissingRule{"random bits have no cotangent"},
    .batch = key_split_batch,
    .factors = key_factors,
    .lower = key_split_lower,
    .reference = key_split_reference,
    .samples = key_split_samples,
};

Var op::key_split(Builder& b, Var key, Shape shape) {
  return b.emit(key_split_op, {key}, {{"shape", std::move(shape)}})[0];
}

}  // namespace rille
