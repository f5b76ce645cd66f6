// Random bits match JAX 0.6 and later (partitionable).
#include <gtest/gtest.h>

#include "jit/graph.h"
#include "jit/op.h"

namespace rille {
namespace {

// jax.random.key(42), whose words are 0 and 42.
Var key42(Builder& b) {
  Var words = op::concatenate(b,
                              {op::fill(b, Type(Dtype::u32, {1}), int64_t{0}),
                               op::fill(b, Type(Dtype::u32, {1}), int64_t{42})},
                              0);
  return op::key_wrap(b, words);
}

template <class T>
std::vector<T> run(Builder b, Var result) {
  Array out = evaluate(std::move(b).finish({result}), {})[0];
  return {out.as<T>().begin(), out.as<T>().end()};
}

// jax.random.bits(key, shape, dtype)
TEST(RngBits, are_those_of_jax) {
  Builder b;
  Var bits = op::rng_bits(b, key42(b), Type(Dtype::u32, {2, 3}));
  EXPECT_EQ(run<uint32_t>(std::move(b), bits),
            (std::vector<uint32_t>{2098992034u, 2919706841u, 2646866425u, 2409546199u, 1935504149u,
                                   2516274904u}));
}

TEST(RngBits, of_each_width_are_those_of_jax) {
  Builder wide, byte, half;
  Var u64 = op::rng_bits(wide, key42(wide), Type(Dtype::u64, {3}));
  Var u8 = op::rng_bits(byte, key42(byte), Type(Dtype::u8, {3}));
  Var u16 = op::rng_bits(half, key42(half), Type(Dtype::u16, {3}));
  EXPECT_EQ(
      run<uint64_t>(std::move(wide), u64),
      (std::vector<uint64_t>{7871734211187709741u, 276886910877598708u, 10591095138341673235u}));
  EXPECT_EQ(run<uint8_t>(std::move(byte), u8), (std::vector<uint8_t>{162, 217, 249}));
  EXPECT_EQ(run<uint16_t>(std::move(half), u16), (std::vector<uint16_t>{5026, 12505, 63993}));
}

// jax.random.key_data(jax.random.split(key, 3))
TEST(KeySplit, gives_the_keys_of_jax) {
  Builder b;
  Var words = op::key_unwrap(b, op::key_split(b, key42(b), {3}));
  EXPECT_EQ(run<uint32_t>(std::move(b), words),
            (std::vector<uint32_t>{1832780943u, 270669613u, 64467757u, 2916123636u, 2465931498u,
                                   255383827u}));
}

// jax.random.key_data(jax.random.fold_in(key, 7))
TEST(KeyFold, gives_the_key_of_jax) {
  Builder b;
  Var data = op::fill(b, Type(Dtype::u32, Shape{}), int64_t{7});
  Var words = op::key_unwrap(b, op::key_fold(b, key42(b), data));
  EXPECT_EQ(run<uint32_t>(std::move(b), words), (std::vector<uint32_t>{2547012911u, 1371500959u}));
}

}  // namespace
}  // namespace rille
