// Words of PRNG keys as graph values, and threefry on them.
#pragma once

#include <array>

#include "jit/op.h"
#include "jit/ops/threefry.h"

namespace rille {

// 32-bit words, all of one shape.
struct WordArrayOps {
  Builder& b;
  Shape shape;

  Var number(uint32_t x) { return op::fill(b, Type(Dtype::u32, shape), int64_t{x}); }
  Var plus(Var x, Var y) { return op::add(b, x, y); }
  Var exor(Var x, Var y) { return op::bit_xor(b, x, y); }
  Var rotated(Var x, int by) {
    Var up = op::shift_left(b, x, number(static_cast<uint32_t>(by)));
    return op::bit_or(b, up, op::shift_right(b, x, number(static_cast<uint32_t>(32 - by))));
  }
};

// The two words of keys, as u32 with the shape of the keys; and keys from two words.
std::array<Var, 2> key_words(Builder& b, Var key);
Var key_of(Builder& b, std::array<Var, 2> words);

}  // namespace rille
