// Threefry: keys and counters in lowered code.
#include "jit/ops/threefry.h"

namespace rille {

KeyBits threefry(KeyBits key, uint64_t count) {
  WordOps machine;
  std::array<uint32_t, 2> halves{static_cast<uint32_t>(count >> 32), static_cast<uint32_t>(count)};
  auto out = threefry(machine, std::array<uint32_t, 2>{key.high, key.low}, halves);
  return {out[0], out[1]};
}

std::array<int, 2> ScalarStepOps::words(int key) {
  int both = code.call(Scalar::bitcast, Dtype::u64, {key});
  int second =
      code.call(Scalar::shift_right, Dtype::u64, {both, code.constant(int64_t{32}, Dtype::u64)});
  return {code.call(Scalar::convert, Dtype::u32, {both}),
          code.call(Scalar::convert, Dtype::u32, {second})};
}

int ScalarStepOps::key(std::array<int, 2> words) {
  int first = code.call(Scalar::convert, Dtype::u64, {words[0]});
  int second = code.call(Scalar::convert, Dtype::u64, {words[1]});
  second =
      code.call(Scalar::shift_left, Dtype::u64, {second, code.constant(int64_t{32}, Dtype::u64)});
  return code.call(Scalar::bitcast, Dtype::key,
                   {code.call(Scalar::bit_or, Dtype::u64, {first, second})});
}

std::array<int, 2> ScalarStepOps::halves(int count) {
  int high =
      code.call(Scalar::shift_right, Dtype::i64, {count, code.constant(int64_t{32}, Dtype::i64)});
  return {code.call(Scalar::convert, Dtype::u32, {high}),
          code.call(Scalar::convert, Dtype::u32, {count})};
}

int counted_index(Scalars& code, const Shape& shape, int first) {
  int count = code.constant(int64_t{0}, Dtype::i64);
  for (int axis = first; axis < std::ssize(shape); ++axis) {
    count = code.call(Scalar::mul, Dtype::i64, {count, code.extent(axis)});
    count = code.call(Scalar::add, Dtype::i64, {count, code.index(axis)});
  }
  return count;
}

int leading(Scalars& code, int number, Dtype dtype, int rank) {
  std::vector<int> at;
  for (int axis = 0; axis < rank; ++axis) at.push_back(code.index(axis));
  return code.load(number, dtype, at);
}

}  // namespace rille
