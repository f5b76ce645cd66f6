// nn.lecun_normal and other weight initializers.
#include "stdlib/nn/initializers.h"

#include <cmath>

#include "stdlib/array/apply_op.h"
#include "vm/bind.h"
#include "vm/calling.h"

namespace rille {
namespace {

// Axes that count toward fan_in, toward fan_out, and toward neither (a batch of weights). All other
// axes count toward both.
struct FanAxes {
  Ints in = {-2}, out = {-1}, batch = {};
};

struct Fans {
  double in, out;
};

Fans fans_of(const Shape& shape, const FanAxes& axes) {
  auto rank = static_cast<int64_t>(shape.size());
  if (rank < 2 && axes.in == Ints{-2}) {
    throw labelled(Error(Code::shape, str(calling_name("initializer"), ": `shape` is ", text(shape),
                                          ", expected two axes or more")),
                   "shape");
  }
  auto product = [&](const Ints& some, std::string_view name) {
    double out = 1;
    for (int64_t axis : some) {
      if (axis < -rank || axis >= rank) {
        throw labelled(
            Error(Code::shape, str(calling_name("initializer"), ": `", name, "` contains the axis ",
                                   axis, ", expected an axis of `shape`, which is ", text(shape))),
            name);
      }
      out *=
          static_cast<double>(shape[static_cast<size_t>(axis < 0 ? axis + rank : axis)].number());
    }
    return out;
  };
  double all = 1;
  for (Extent size : shape) all *= static_cast<double>(size.number());
  double in = product(axes.in, "in_axis"), out = product(axes.out, "out_axis");
  double field = all / in / out / product(axes.batch, "batch_axis");
  return {in * field, out * field};
}

// Rounds a number to the dtype. Each step of a computation is rounded, as in JAX.
double rounded(double x, Dtype dtype) {
  if (dtype == Dtype::f64) return x;
  auto narrow = static_cast<float>(x);
  with_type(dtype, [&]<class T>(T) {
    if constexpr (requires(T small) { static_cast<float>(small); }) {
      narrow = static_cast<float>(static_cast<T>(narrow));
    }
  });
  return narrow;
}

enum class InitDistribution : uint8_t { cut_normal, normal, uniform };

Array weights(const Array& key, const Shape& shape, Dtype dtype, double variance,
              InitDistribution how) {
  double spread = rounded(variance, dtype);
  if (how == InitDistribution::uniform) {
    Array draw = rng::uniform(key, shape, Array(-1.0), Array(1.0), dtype);
    return draw * rounded(std::sqrt(rounded(3 * spread, dtype)), dtype);
  }
  double deviation = rounded(std::sqrt(spread), dtype);
  if (how == InitDistribution::normal) return rng::normal(key, shape, dtype) * deviation;
  // Standard deviation of a standard normal distribution truncated to [-2, 2].
  double cut = rounded(0.87962566103423978, dtype);
  Array draw = rng::truncated_normal(key, shape, Array(-2.0), Array(2.0), dtype);
  return draw * rounded(deviation / cut, dtype);
}

enum class FanMode : uint8_t { in, out, mean, geometric_mean };

double variance_of(double scale, FanMode mode, const Fans& fans) {
  if (mode == FanMode::in) return scale / fans.in;
  if (mode == FanMode::out) return scale / fans.out;
  if (mode == FanMode::mean) return scale / ((fans.in + fans.out) / 2);
  return scale / std::sqrt(fans.in * fans.out);
}

template <int scale, FanMode mode, InitDistribution draw>
Array usual(const Array& key, const Shape& shape, Dtype dtype) {
  return weights(key, shape, dtype, variance_of(scale, mode, fans_of(shape, {})), draw);
}

// NOLINTNEXTLINE(*-function-size): the parameters of the builtin
Array variance_scaling(const Array& key, const Shape& shape, double scale, const std::string& mode,
                       const std::string& distribution, const Ints& in_axis, const Ints& out_axis,
                       const std::optional<Ints>& batch_axis, Dtype dtype) {
  Fans fans = fans_of(shape, {in_axis, out_axis, batch_axis.value_or(Ints{})});
  FanMode by = mode == "fan_in"    ? FanMode::in
               : mode == "fan_out" ? FanMode::out
               : mode == "fan_avg" ? FanMode::mean
                                   : FanMode::geometric_mean;
  InitDistribution draw = distribution == "uniform"  ? InitDistribution::uniform
                          : distribution == "normal" ? InitDistribution::normal
                                                     : InitDistribution::cut_normal;
  return weights(key, shape, dtype, variance_of(scale, by, fans), draw);
}

Array normal_weights(const Array& key, const Shape& shape, double stddev, Dtype dtype) {
  return rng::normal(key, shape, dtype) * rounded(stddev, dtype);
}
Array uniform_weights(const Array& key, const Shape& shape, double scale, Dtype dtype) {
  return rng::uniform(key, shape, Array(0.0), Array(1.0), dtype) * rounded(scale, dtype);
}
Array cut_normal_weights(const Array& key, const Shape& shape, double stddev, double lower,
                         double upper, Dtype dtype) {
  Array draw = rng::truncated_normal(key, shape, Array(lower), Array(upper), dtype);
  return draw * rounded(stddev, dtype);
}

int64_t number_at(const Shape& shape, int64_t axis) {
  return shape[static_cast<size_t>(axis)].number();
}

// Returns a convolution kernel with an orthogonal matrix at its center position, and 0 elsewhere.
Array delta_orthogonal(const Array& key, const Shape& shape, double scale, int64_t column_axis,
                       Dtype dtype) {
  size_t rank = shape.size();
  if (rank < 3 || rank > 5) {
    throw labelled(Error(Code::shape, str("nn.delta_orthogonal: `shape` is ", text(shape),
                                          ", expected [kernel..., in, out] with 3 to 5 axes")),
                   "shape");
  }
  Extent in = shape[rank - 2], out = shape[rank - 1];
  if (out.number() < in.number()) {
    throw labelled(
        Error(Code::shape,
              str("nn.delta_orthogonal: `shape` is ", text(shape),
                  ", expected at least as many output channels (last axis) as input channels")),
        "shape");
  }
  Array middle = orthogonal(key, Shape{in, out}, scale, column_axis, dtype);
  Ints low, high;
  for (size_t i = 0; i + 2 < rank; ++i) {
    int64_t size = shape[i].number();
    low.push_back((size - 1) / 2);
    high.push_back(size - 1 - low.back());
    middle = expand(middle, {0});
  }
  low.insert(low.end(), 2, 0);
  high.insert(high.end(), 2, 0);
  return pad(middle, low, high);
}

}  // namespace

Array orthogonal(const Array& key, const Shape& shape, double scale, int64_t column_axis,
                 Dtype dtype) {
  auto rank = static_cast<int64_t>(shape.size());
  int64_t axis = column_axis < 0 ? column_axis + rank : column_axis;
  if (rank < 2 || axis < 0 || axis >= rank) {
    Error error(Code::shape, str(calling_name("initializer"), ": `shape` is ", text(shape),
                                 ", expected two axes or more with the axis ", column_axis,
                                 " (`column_axis`) among them"));
    throw labelled(std::move(error), "shape");
  }
  int64_t columns = number_at(shape, axis), rows = 1;
  Shape moved;
  for (int64_t i = 0; i < rank; ++i) {
    if (i == axis) continue;
    rows *= number_at(shape, i);
    moved.push_back(shape[static_cast<size_t>(i)]);
  }
  moved.push_back(shape[static_cast<size_t>(axis)]);
  if (rows * columns == 0) return zeros(shape, dtype);
  Array q = reshape_to(rng::orthogonal(key, rows, {}, columns, dtype), moved);
  return move_axis(q, -1, axis) * rounded(scale, dtype);
}

namespace {

constexpr std::string_view no_axes = "error[shape] if `shape` has fewer than two axes";
constexpr std::string_view no_float_dtype = "error[dtype] if `dtype` is not a float dtype";
constexpr std::string_view initializers_key_text = "Random key. Passed as `&key`, it is advanced.";
constexpr std::string_view fans_shape_text =
    "Shape of the weights, [kernel..., in, out]. fan_in and fan_out are the sizes of the last two "
    "axes, each times the kernel axes.";
constexpr std::string_view weights_shape_text = "Shape of the weights.";
constexpr std::string_view weights_dtype_text = "Dtype of the weights, a float dtype.";

}  // namespace

Array lecun_normal(const Array& key, const Shape& shape, Dtype dtype) {
  return usual<1, FanMode::in, InitDistribution::cut_normal>(key, shape, dtype);
}

Array he_uniform(const Array& key, const Shape& shape, Dtype dtype) {
  return usual<2, FanMode::in, InitDistribution::uniform>(key, shape, dtype);
}

#define INITIALIZER(word, scale, mode, draw, sentence, origin)                                     \
  extern const Builtin nn_##word##_builtin = {                                                     \
      .signature = "nn." #word "(inout key: key, shape: shape, dtype: dtype = f32) -> float[...]", \
      .brief = sentence,                                                                           \
      .params = {{"key", initializers_key_text},                                                   \
                 {"shape", fans_shape_text},                                                       \
                 {"dtype", weights_dtype_text}},                                                   \
      .errors = no_axes,                                                                           \
      .example = "nn." #word "(rng.key(0), (3, 2)).shape  #> (3, 2)",                              \
      .source = origin,                                                                            \
      .call = bind<&usual<scale, FanMode::mode, InitDistribution::draw>>,                          \
  };
#include "stdlib/nn/initializers.def"
#undef INITIALIZER

extern const Builtin nn_variance_scaling_builtin = {
    .signature =
        "nn.variance_scaling(inout key: key, shape: shape, scale: real, mode: \"fan_in\" or "
        "\"fan_out\" or \"fan_avg\" or \"fan_geo_avg\" = \"fan_in\", distribution: "
        "\"truncated_normal\" or \"normal\" or \"uniform\" = \"truncated_normal\", in_axis: int or "
        "(int, ...) = -2, out_axis: int or (int, ...) = -1, batch_axis: int or (int, ...) = nil, "
        "dtype: dtype = f32) -> float[...]",
    .brief = "Samples weights of variance scale / n, where `mode` selects the fan n.",
    .params =
        {{"key", initializers_key_text},
         {"shape", weights_shape_text},
         {"scale", "Factor of the variance."},
         {"mode",
          "Fan n of the variance scale / n. One of `\"fan_in\"`, `\"fan_out\"`, `\"fan_avg\"` "
          "(mean of both fans), `\"fan_geo_avg\"` (geometric mean of both fans)."},
         {"distribution",
          "One of `\"truncated_normal\"` (truncated at two standard deviations), `\"normal\"`, "
          "`\"uniform\"` (around 0)."},
         {"in_axis",
          "Axes that count toward fan_in. Axes that are neither in `in_axis`, `out_axis`, nor "
          "`batch_axis` count toward both fans."},
         {"out_axis",
          "Axes that count toward fan_out. Axes that are neither in `in_axis`, `out_axis`, nor "
          "`batch_axis` count toward both fans."},
         {"batch_axis",
          "Axes over independent sets of weights, which count toward neither fan. If nil, there "
          "are none."},
         {"dtype", weights_dtype_text}},
    .errors = "error[shape] if an axis is out of range",
    .example = "nn.variance_scaling(rng.key(0), (3, 2), 2.0, \"fan_out\").shape  #> (3, 2)",
    .source = "jax.nn.initializers.variance_scaling",
    .call = bind<&variance_scaling>,
};

extern const Builtin nn_normal_builtin = {
    .signature =
        "nn.normal(inout key: key, shape: shape, stddev: real = 0.01, dtype: dtype = f32) -> "
        "float[...]",
    .brief = "Samples weights from a normal distribution of mean 0.",
    .params = {{"key", initializers_key_text},
               {"shape", weights_shape_text},
               {"stddev", "Standard deviation."},
               {"dtype", weights_dtype_text}},
    .errors = no_float_dtype,
    .example = "nn.normal(rng.key(0), (3, 2)).shape  #> (3, 2)",
    .source = "jax.nn.initializers.normal",
    .call = bind<&normal_weights>,
};

extern const Builtin nn_truncated_normal_builtin = {
    .signature =
        "nn.truncated_normal(inout key: key, shape: shape, stddev: real = 0.01, lower: real = "
        "-2.0, upper: real = 2.0, dtype: dtype = f32) -> float[...]",
    .brief = "Samples weights from a truncated normal distribution of mean 0.",
    .params = {{"key", initializers_key_text},
               {"shape", weights_shape_text},
               {"stddev", "Standard deviation before truncation."},
               {"lower", "Lower bound, in units of `stddev`."},
               {"upper", "Upper bound, in units of `stddev`."},
               {"dtype", weights_dtype_text}},
    .errors = no_float_dtype,
    .example = "nn.truncated_normal(rng.key(0), (3, 2)).shape  #> (3, 2)",
    .source = "jax.nn.initializers.truncated_normal",
    .call = bind<&cut_normal_weights>,
};

extern const Builtin nn_uniform_builtin = {
    .signature =
        "nn.uniform(inout key: key, shape: shape, scale: real = 0.01, dtype: dtype = f32) -> "
        "float[...]",
    .brief = "Samples weights that are uniformly distributed in [0, scale).",
    .params = {{"key", initializers_key_text},
               {"shape", weights_shape_text},
               {"scale", "Upper bound, exclusive."},
               {"dtype", weights_dtype_text}},
    .errors = no_float_dtype,
    .example = "nn.uniform(rng.key(0), (3, 2)).shape  #> (3, 2)",
    .source = "jax.nn.initializers.uniform",
    .call = bind<&uniform_weights>,
};

extern const Builtin nn_orthogonal_builtin = {
    .signature =
        "nn.orthogonal(inout key: key, shape: shape, scale: real = 1.0, column_axis: int = -1, "
        "dtype: dtype = f32) -> float[...]",
    .brief =
        "Samples orthogonal weights times `scale`. Rows or columns, whichever are fewer, are "
        "orthonormal before scaling.",
    .params = {{"key", initializers_key_text},
               {"shape", weights_shape_text},
               {"scale", "Factor of the orthonormal matrix."},
               {"column_axis", "Axis of the columns; all other axes together are the rows."},
               {"dtype", weights_dtype_text}},
    .errors = "error[shape] if `shape` has fewer than two axes or `column_axis` is out of range",
    .example =
        "let q = nn.orthogonal(rng.key(0), (2, 3)); close(q @ q.T, eye(2), atol = 1e-5)  #> true",
    .source = "Saxe et al., arXiv 1312.6120; jax.nn.initializers.orthogonal",
    .call = bind<&orthogonal>,
};

extern const Builtin nn_delta_orthogonal_builtin = {
    .signature =
        "nn.delta_orthogonal(inout key: key, shape: shape, scale: real = 1.0, column_axis: int = "
        "-1, dtype: dtype = f32) -> float[...]",
    .brief =
        "Samples a delta-orthogonal convolution kernel. It is an orthogonal matrix times `scale` "
        "at the center of the kernel, and 0 elsewhere.",
    .params = {{"key", initializers_key_text},
               {"shape",
                "Shape of the kernel, [kernel..., in, out], with 1 to 3 kernel axes and in ≤ out."},
               {"scale", "Factor of the orthogonal matrix."},
               {"column_axis", "Axis of the columns of the [in, out] matrix."},
               {"dtype", weights_dtype_text}},
    .errors =
        "error[shape] if `shape` does not have 3 to 5 axes, or has fewer output than input "
        "channels",
    .example = "nn.delta_orthogonal(rng.key(0), (3, 2, 2))[0]  #> [[0, 0],\n#>  [0, 0]]",
    .source = "Xiao et al., arXiv 1806.05393; jax.nn.initializers.delta_orthogonal",
    .call = bind<&delta_orthogonal>,
};

}  // namespace rille
