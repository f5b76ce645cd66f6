// nn.lecun_normal, nn.he_normal, nn.glorot_uniform: weights.
#include "stdlib/nn/initializers.h"

#include <cmath>

#include "vm/bind.h"
#include "vm/calling.h"

namespace rille {
namespace {

// In and out features: the last axis is out, the one before in, all others count for both.
struct Fans {
  double in, out;
};

Fans fans_of(const Shape& shape) {
  if (shape.size() < 2) {
    throw labelled(Error(Code::shape, str("weights need two axes or more, got ", text(shape))),
                   "shape");
  }
  double field = 1;
  for (size_t i = 0; i + 2 < shape.size(); ++i) field *= static_cast<double>(shape[i].number());
  auto in = static_cast<double>(shape[shape.size() - 2].number());
  return {in * field, static_cast<double>(shape.back().number()) * field};
}

// The deviation of a standard normal that is cut at -2 and 2.
constexpr double cut_deviation = 0.87962566103423978;

Array cut_normal(const Array& key, const Shape& shape, Dtype dtype, double variance) {
  Array draw = rng::truncated_normal(key, shape, Array(-2.0), Array(2.0), dtype);
  return draw * (std::sqrt(variance) / cut_deviation);
}

Array even(const Array& key, const Shape& shape, Dtype dtype, double variance) {
  Array draw = rng::uniform(key, shape, Array(-1.0), Array(1.0), dtype);
  return draw * std::sqrt(3 * variance);
}

double mean_of(Fans fans) { return (fans.in + fans.out) / 2; }

Array he_normal(const Array& key, Shape shape, Dtype dtype) {
  return cut_normal(key, shape, dtype, 2 / fans_of(shape).in);
}
Array he_uniform(const Array& key, Shape shape, Dtype dtype) {
  return even(key, shape, dtype, 2 / fans_of(shape).in);
}
Array glorot_normal(const Array& key, Shape shape, Dtype dtype) {
  return cut_normal(key, shape, dtype, 1 / mean_of(fans_of(shape)));
}
Array glorot_uniform(const Array& key, Shape shape, Dtype dtype) {
  return even(key, shape, dtype, 1 / mean_of(fans_of(shape)));
}
Array lecun_uniform(const Array& key, Shape shape, Dtype dtype) {
  return even(key, shape, dtype, 1 / fans_of(shape).in);
}
Array lecun_normal_of(const Array& key, Shape shape, Dtype dtype) {
  return lecun_normal(key, shape, dtype);
}

constexpr std::string_view no_axes = "error[shape] where there are fewer than two axes";

}  // namespace

Array lecun_normal(const Array& key, const Shape& shape, Dtype dtype) {
  return cut_normal(key, shape, dtype, 1 / fans_of(shape).in);
}

#define INITIALIZER(word, function, sentence, origin)                                              \
  extern const Builtin nn_##word##_builtin = {                                                     \
      .signature = "nn." #word "(inout key: key, shape: shape, dtype: dtype = f32) -> float[...]", \
      .brief = sentence,                                                                           \
      .params = {{"key", "a place `&key` moves on"}},                                              \
      .errors = no_axes,                                                                           \
      .example = "nn." #word "(rng.key(0), (3, 2)).shape  #> (3, 2)",                              \
      .source = origin,                                                                            \
      .call = bind<&function>,                                                                     \
  };
#include "stdlib/nn/initializers.def"
#undef INITIALIZER

}  // namespace rille
