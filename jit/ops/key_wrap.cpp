// key_wrap: a key from two words.
#include "jit/ops/axes.h"
#include "jit/ops/families.h"
#include "jit/ops/movement.h"
#include "jit/ops/samples.h"
#include "jit/ops/threefry.h"

namespace rille {
namespace {

const OpDoc key_wrap_doc = {
    .brief = "Creates a key from each pair of words along the last axis.",
    .shapes = "words: u32[..., 2] -> key[...]",
    .errors =
        "error[dtype] if words is not u32; error[shape] if the size of the last axis is not 2",
    .example = "rng.wrap(u32([0, 7]))",
    .source = "jax.random.wrap_key_data",
};

Types key_wrap_type(const OpCall& call) {
  Type words = call.in[0];
  if (words.dtype() != Dtype::u32 || words.rank() == 0 || words.shape().back() != Extent(2)) {
    throw Error(Code::dtype, str("key_wrap: expected u32[..., 2], got ", words),
                call.origin.span());
  }
  return {Type(Dtype::key, Shape(words.shape().begin(), words.shape().end() - 1))};
}

std::vector<BatchedVar> key_wrap_batch(Builder& b, const Node& node, const Batch&) {
  return {{op::key_wrap(b, node.in[0]), 0}};
}

Lowering key_wrap_lower(const OpCall& call) {
  Pointwise out;
  ScalarStepOps machine{out.code};
  std::array<int, 2> words{};
  for (int64_t k : {0, 1}) {
    std::vector<int> at;
    for (int axis = 0; axis < call.in[0].rank() - 1; ++axis) at.push_back(out.code.index(axis));
    at.push_back(out.code.constant(k, Dtype::i64));
    words[static_cast<size_t>(k)] = out.code.load(0, Dtype::u32, at);
  }
  machine.key(words);
  return out;
}

// A key is stored as its two words.
void key_wrap_reference(const Node&, std::span<const Array> in, std::span<Array> out) {
  copy_all(in[0], out[0]);
}

std::vector<Sample> key_wrap_samples() {
  std::vector<Sample> out;
  for (Shape shape : sample_shapes()) {
    shape.push_back(2);
    out.push_back({{Type(Dtype::u32, shape)}});
    out.push_back({{Type(Dtype::u32, with_batch(3, shape))}});
  }
  return out;
}

}  // namespace

extern const Op key_wrap_op = {
    .name = "key_wrap",
    .doc = key_wrap_doc,
    .type = key_wrap_type,
    .jvp = no_tangent,
    .transpose = MissingRule{"random bits have no cotangent"},
    .batch = key_wrap_batch,
    .factors = key_factors,
    .lower = key_wrap_lower,
    .reference = key_wrap_reference,
    .samples = key_wrap_samples,
};

Var op::key_wrap(Builder& b, Var words) { return b.emit(key_wrap_op, {words})[0]; }

}  // namespace rille
