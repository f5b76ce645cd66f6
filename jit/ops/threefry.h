// Threefry: random bits of a key, evaluated or lowered.
#pragma once

#include <array>
#include <cstdint>

#include "jit/ops/families.h"

namespace rille {

// Salmon et al., "Parallel Random Numbers: As Easy as 1, 2, 3", SC 2011: threefry2x32 with 20
// rounds. Written once for any machine that can add, xor, and rotate: words below, or steps of a
// lowering.
template <class Machine, class Word>
std::array<Word, 2> threefry(Machine& m, std::array<Word, 2> key, std::array<Word, 2> x) {
  constexpr int turns[2][4] = {{13, 15, 26, 6}, {17, 29, 16, 24}};
  std::array<Word, 3> keys{key[0], key[1], m.exor(m.exor(key[0], key[1]), m.number(0x1BD11BDAu))};
  x = {m.plus(x[0], keys[0]), m.plus(x[1], keys[1])};
  for (unsigned group = 0; group < 5; ++group) {
    for (int turn : turns[group % 2]) {
      x[0] = m.plus(x[0], x[1]);
      x[1] = m.exor(x[0], m.rotated(x[1], turn));
    }
    x[0] = m.plus(x[0], keys[(group + 1) % 3]);
    x[1] = m.plus(m.plus(x[1], keys[(group + 2) % 3]), m.number(group + 1));
  }
  return x;
}

struct WordOps {
  uint32_t number(uint32_t x) const { return x; }
  uint32_t plus(uint32_t x, uint32_t y) const { return x + y; }
  uint32_t exor(uint32_t x, uint32_t y) const { return x ^ y; }
  uint32_t rotated(uint32_t x, int by) const { return x << by | x >> (32 - by); }
};

KeyBits threefry(KeyBits key, uint64_t count);

struct ScalarStepOps {
  Scalars& code;

  int number(uint32_t x) { return code.constant(int64_t{x}, Dtype::u32); }
  int plus(int x, int y) { return code.call(Scalar::add, Dtype::u32, {x, y}); }
  int exor(int x, int y) { return code.call(Scalar::bit_xor, Dtype::u32, {x, y}); }
  int rotated(int x, int by) {
    int up = code.call(Scalar::shift_left, Dtype::u32, {x, number(static_cast<uint32_t>(by))});
    int down =
        code.call(Scalar::shift_right, Dtype::u32, {x, number(static_cast<uint32_t>(32 - by))});
    return code.call(Scalar::bit_or, Dtype::u32, {up, down});
  }
  // The two words of a key, and a key from two words; the first word is the low half of its u64.
  std::array<int, 2> words(int key);
  int key(std::array<int, 2> words);
  // A counter as two words, the high one first.
  std::array<int, 2> halves(int count);
};

// The flat row-major index of the output along the axes from `first` on, i64.
int counted_index(Scalars& code, const Shape& shape, int first);
// The element of input `number` at the first `rank` indices of the output.
int leading(Scalars& code, int number, Dtype dtype, int rank);

}  // namespace rille
