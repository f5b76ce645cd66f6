// Writes PRNG keys and random bits as integer arithmetic.
#include <array>

#include "jit/op.h"
#include "jit/ops/sliding.h"
#include "jit/stablehlo/words.h"
#include "jit/stablehlo/write.h"

namespace rille {
namespace {

using WordPair = std::array<Var, 2>;

Var spread_to(Builder& b, Var x, const Shape& shape, const Ints& fresh) {
  return fresh.empty() ? x : op::broadcast(b, x, shape, fresh);
}

// For each key and each index of the shape `own`: threefry of the index.
WordPair drawn(Builder& b, Var key, const Shape& own) {
  const Shape heads = b.type(key).shape();
  Shape shape = heads;
  shape.insert(shape.end(), own.begin(), own.end());
  int64_t count = Type(Dtype::u64, own).count();
  Var number = op::reshape(b, op::iota(b, Type(Dtype::u64, Shape{Extent(count)}), 0), own);
  Var half = op::fill(b, b.type(number), int64_t{32});
  WordPair counts{op::convert(b, op::shift_right(b, number, half), Dtype::u32),
                  op::convert(b, number, Dtype::u32)};
  WordPair words = key_words(b, key);
  Ints of_counts = counted_from(0, heads.size());
  Ints of_words = counted_from(static_cast<int64_t>(heads.size()), own.size());
  for (Var& v : counts) v = spread_to(b, v, shape, of_counts);
  for (Var& v : words) v = spread_to(b, v, shape, of_words);
  WordArrayOps machine{b, shape};
  return threefry(machine, words, counts);
}

Vars bits_parts(Builder& b, const Node& node) {
  Dtype dtype = node.attrs.dtype("dtype");
  WordPair x = drawn(b, node.in[0], node.attrs.shape("shape"));
  if (dtype != Dtype::u64) {
    Var word = op::bit_xor(b, x[0], x[1]);
    return {dtype == Dtype::u32 ? word : op::convert(b, word, dtype)};
  }
  Var high = op::convert(b, x[0], dtype), low = op::convert(b, x[1], dtype);
  high = op::shift_left(b, high, op::fill(b, b.type(high), int64_t{32}));
  return {op::bit_or(b, high, low)};
}

Vars split_parts(Builder& b, const Node& node) {
  return {key_of(b, drawn(b, node.in[0], node.attrs.shape("shape")))};
}

Vars fold_parts(Builder& b, const Node& node) {
  Type type = b.type(node.in[1]);
  WordArrayOps machine{b, type.shape()};
  WordPair counts{op::fill(b, type, int64_t{0}), node.in[1]};
  return {key_of(b, threefry(machine, key_words(b, node.in[0]), counts))};
}

// A key is represented by its words.
HloValues words(HloWriter&, const HloNode& n) { return n.in; }

constexpr HloWriteRule random_written[] = {
    {"key_fold", composed<fold_parts>},
    {"key_split", composed<split_parts>},
    {"key_unwrap", words},
    {"key_wrap", words},
    {"rng_bits", composed<bits_parts>},
};

}  // namespace

std::span<const HloWriteRule> written_random() { return random_written; }

}  // namespace rille
