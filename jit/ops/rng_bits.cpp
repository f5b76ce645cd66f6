// rng_bits: random bits from keys.
#include "jit/ops/axes.h"
#include "jit/ops/families.h"
#include "jit/ops/loops.h"
#include "jit/ops/samples.h"
#include "jit/ops/threefry.h"

namespace rille {
namespace {

const OpDoc rng_bits_doc = {
    .brief = "Generates random bits of the given shape for each key, determined by the key.",
    .shapes = "key: key[...], dtype, shape: ints -> dtype[..., shape]",
    .errors = "error[dtype] if key is not a key array or dtype is not u8, u16, u32, or u64",
    .example = "rng.bits(rng.key(0), (2,)).shape  #> (2,)",
    .source = "jax.random.bits, threefry_partitionable",
};

Types rng_bits_type(const OpCall& call) {
  Dtype dtype = call.attrs.dtype("dtype");
  bool word = kind(dtype) == DtypeKind::natural && dtype != Dtype::u4;
  if (call.in[0].dtype() != Dtype::key || !word) {
    throw Error(
        Code::dtype,
        str("rng_bits: expected a key and u8, u16, u32, or u64, got ", call.in[0], " and ", dtype),
        call.origin.span());
  }
  Shape shape = call.in[0].shape();
  const Shape& own = call.attrs.shape("shape");
  shape.insert(shape.end(), own.begin(), own.end());
  return {Type(dtype, shape)};
}

std::vector<BatchedVar> rng_bits_batch(Builder& b, const Node& node, const Batch&) {
  return {{b.copy(node, {node.in[0]})[0], 0}};
}

// Element i is threefry with counter i: both words for 64 bits, otherwise their xor.
Lowering rng_bits_lower(const OpCall& call) {
  Pointwise out;
  Scalars& code = out.code;
  ScalarStepOps machine{code};
  int rank = call.in[0].rank();
  Dtype dtype = call.attrs.dtype("dtype");
  Shape shape = rng_bits_type(call)[0].shape();
  int count = counted_index(code, shape, rank);
  auto key = machine.words(leading(code, 0, Dtype::key, rank));
  auto x = threefry(machine, key, machine.halves(count));
  if (dtype == Dtype::u64) {
    int high = code.call(Scalar::convert, Dtype::u64, {x[0]}),
        low = code.call(Scalar::convert, Dtype::u64, {x[1]});
    high =
        code.call(Scalar::shift_left, Dtype::u64, {high, code.constant(int64_t{32}, Dtype::u64)});
    code.call(Scalar::bit_or, Dtype::u64, {high, low});
  } else {
    code.call(Scalar::convert, dtype, {machine.exor(x[0], x[1])});
  }
  return out;
}

void rng_bits_reference(const Node&, std::span<const Array> in, std::span<Array> out) {
  size_t count = in[0].size() == 0 ? 0 : out[0].size() / in[0].size();
  with_type(out[0].dtype(), [&](auto zero) {
    using T = decltype(zero);
    if constexpr (std::unsigned_integral<T> && !std::same_as<T, bool>) {
      const auto* keys = elements<KeyBits>(in[0]);
      T* y = elements_to_write<T>(out[0]);
      for (size_t i = 0; i < out[0].size(); ++i) {
        KeyBits x = threefry(keys[i / count], i % count);
        uint64_t both = uint64_t{x.high} << 32 | x.low;
        y[i] = static_cast<T>(sizeof(T) == 8 ? both : x.high ^ x.low);
      }
    }
  });
}

std::vector<Sample> rng_bits_samples() {
  std::vector<Sample> out;
  for (Dtype dtype : {Dtype::u32, Dtype::u64, Dtype::u8, Dtype::u16}) {
    for (const Shape& shape : dtype == Dtype::u32 ? sample_shapes() : sample_shapes().first(3)) {
      out.push_back({{Type(Dtype::key, Shape{})}, {{"dtype", dtype}, {"shape", shape}}});
    }
    out.push_back({{Type(Dtype::key, {2, 3})}, {{"dtype", dtype}, {"shape", Shape{2, 2}}}});
  }
  return out;
}

}  // namespace

extern const Op rng_bits_op = {
    .name = "rng_bits",
    .doc = rng_bits_doc,
    .type = rng_bits_type,
    .jvp = no_tangent,
    .transpose = MissingRule{"random bits have no cotangent"},
    .batch = rng_bits_batch,
    .factors = key_factors,
    .lower = rng_bits_lower,
    .reference = rng_bits_reference,
    .samples = rng_bits_samples,
};

Var op::rng_bits(Builder& b, Var key, Type type) {
  return b.emit(rng_bits_op, {key}, {{"dtype", type.dtype()}, {"shape", type.shape()}})[0];
}

}  // namespace rille
