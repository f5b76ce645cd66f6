// Splits PRNG keys into words and joins them.
#include "jit/stablehlo/words.h"

namespace rille {

std::array<Var, 2> key_words(Builder& b, Var key) {
  Var words = op::key_unwrap(b, key);
  Type type = b.type(words);
  std::array<Var, 2> out;
  for (int64_t side : {0, 1}) {
    Shape size = type.shape();
    Ints start(size.size(), 0), ones(size.size(), 1);
    start.back() = side;
    size.back() = Extent(1);
    Var one = op::slice(b, words, start, size, ones);
    size.pop_back();
    out[static_cast<size_t>(side)] = op::reshape(b, one, size);
  }
  return out;
}

Var key_of(Builder& b, std::array<Var, 2> words) {
  Shape shape = b.type(words[0]).shape();
  shape.emplace_back(1);
  auto axis = static_cast<int64_t>(shape.size()) - 1;
  Var both =
      op::concatenate(b, {op::reshape(b, words[0], shape), op::reshape(b, words[1], shape)}, axis);
  return op::key_wrap(b, both);
}

}  // namespace rille
