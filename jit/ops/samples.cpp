// Test samples of a family of ops, in every dtype.
#include "jit/ops/samples.h"

namespace rille {

std::span<const Dtype> sample_dtypes() {
  static constexpr Dtype dtypes[] = {
      Dtype::f64,    Dtype::f32,    Dtype::bf16,    Dtype::f16, Dtype::i64,  Dtype::i32, Dtype::i16,
      Dtype::i8,     Dtype::i4,     Dtype::u64,     Dtype::u32, Dtype::u16,  Dtype::u8,  Dtype::u4,
      Dtype::f8e4m3, Dtype::f8e5m2, Dtype::boolean, Dtype::c64, Dtype::c128, Dtype::key};
  return dtypes;
}

std::span<const Shape> sample_shapes() {
  static const Shape shapes[] = {{3}, {}, {0}, {1}, {2, 4}, {2, 1, 3}, {2, 0, 3}, {2, 3, 1, 2}};
  return shapes;
}

std::vector<Sample> samples_of(bool (*takes)(Dtype), SampleSpec draws) {
  std::vector<Sample> samples;
  for (Dtype dtype : sample_dtypes()) {
    if (!takes(dtype)) continue;
    auto shapes = sample_shapes();
    for (const Shape& shape : samples.empty() ? shapes : shapes.first(4)) {
      Sample sample{.in = Types(static_cast<size_t>(draws.inputs), Type(dtype, shape))};
      sample.low = draws.low;
      sample.high = draws.high;
      samples.push_back(sample);
    }
  }
  return samples;
}

}  // namespace rille
