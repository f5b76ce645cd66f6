// nn.LayerNorm, nn.RmsNorm, and shared normalization code.
#include "stdlib/nn/norms.h"

#include "stdlib/nn/layers.h"
#include "stdlib/transform.h"
#include "vm/bind.h"

namespace rille {

Array widened(const Array& given) {
  Array x = strong(inexact(given));
  bool is_narrow = is_float(x.dtype()) && bytes(x.dtype()) < 4;
  return is_narrow ? convert(x, Dtype::f32) : x;
}

WhereMask widened_mask(const WhereMask& where, const Array& x) {
  if (!where) return {};
  return broadcast(*where, x.shape());
}

Ints middle_axes(const Array& x) {
  Ints out;
  for (int64_t axis = 1; axis + 1 < x.rank(); ++axis) out.push_back(axis);
  return out;
}

namespace {

Array mean_of(const Array& x, const Ints& axes, const WhereMask& kept) {
  if (!kept) return mean(x, axes, true);
  Array count = sum(convert(*kept, x.dtype()), axes, true);
  return sum(where(*kept, x, 0.0), axes, true) / count;
}

// With an axis name, returns the mean of the mapped elements' means, masked or not, as Flax does.
Array mean_of(const Array& x, const Ints& axes, const WhereMask& kept, const StatisticsAxis& rows) {
  Array own = mean_of(x, axes, kept);
  return rows.axis_name ? pmean(*rows.state, own, *rows.axis_name).as_array() : own;
}

Array squared(const Array& x) {
  if (!is_complex(x.dtype())) return x * x;
  Array a = real(x), b = imag(x);
  return a * a + b * b;
}

}  // namespace

NormStatistics moments_of(const Array& given, const Ints& axes, const WhereMask& where,
                          const StatisticsAxis& rows) {
  Array x = widened(given);
  WhereMask kept = widened_mask(where, x);
  Array middle = mean_of(x, axes, kept, rows);
  Array apart = x - middle;
  return {middle, mean_of(squared(apart), axes, kept, rows), apart};
}

Array power_of(const Array& given, const Ints& axes, const WhereMask& where,
               const StatisticsAxis& rows) {
  Array x = widened(given);
  return mean_of(squared(x), axes, widened_mask(where, x), rows);
}

Array normed(const Array& given, const NormStatistics& moments, const ScaleAndBias& affine,
             double epsilon) {
  Arrays all = {strong(inexact(given))};
  for (const auto* part : {&affine.scale, &affine.bias}) {
    if (*part) all.push_back(**part);
  }
  Array y = moments.apart;
  if (y.is_none()) y = moments.mean.is_none() ? widened(given) : widened(given) - moments.mean;
  y = y * rsqrt(moments.variance + epsilon);
  if (affine.scale) y = y * *affine.scale;
  if (affine.bias) y = y + *affine.bias;
  return convert(y, affine.output.value_or(common_dtype(all)));
}

namespace {

struct LayerNorm {
  static const Struct& record();
  std::optional<Array> scale, bias;
  double epsilon = 1e-6;
  std::optional<std::string> axis_name;
  LayerDtype dtype;

  Array call(State& state, const Array& given, const WhereMask& where) const {
    Array x = dtype.wide_operand(given);
    return normed(x, moments_of(x, {-1}, where, {&state, axis_name}), {scale, bias, dtype.output()},
                  epsilon);
  }
};

struct RmsNorm {
  static const Struct& record();
  std::optional<Array> scale;
  double epsilon = 1e-6;
  std::optional<std::string> axis_name;
  LayerDtype dtype;

  Array call(State& state, const Array& given, const WhereMask& where) const {
    Array x = dtype.wide_operand(given);
    return normed(x, {{}, power_of(x, {-1}, where, {&state, axis_name})},
                  {scale, {}, dtype.output()}, epsilon);
  }
};

LayerNorm layer_norm(int64_t size, double epsilon, bool scale, bool bias, KeySource& keys,
                     const std::optional<std::string>& axis_name) {
  need_size(size, "nn.layer_norm", "features");
  LayerNorm out;
  keys.pass(int{scale} + int{bias});
  if (scale) out.scale = ones({size});
  if (bias) out.bias = zeros({size});
  out.epsilon = epsilon;
  out.axis_name = axis_name;
  return out;
}

RmsNorm rms_norm(int64_t size, double epsilon, bool scale, KeySource& keys,
                 const std::optional<std::string>& axis_name) {
  need_size(size, "nn.rms_norm", "features");
  RmsNorm out;
  keys.pass(int{scale});
  if (scale) out.scale = ones({size});
  out.epsilon = epsilon;
  out.axis_name = axis_name;
  return out;
}

constexpr std::string_view norms_epsilon_text = "Added to the variance for numerical stability.";
constexpr std::string_view rms_epsilon_text = "Added to the mean square for numerical stability.";
constexpr std::string_view norms_size_text = "Size of the last axis of `x`.";
constexpr std::string_view norms_scale_text =
    "Scale (gamma) of each element of the last axis. If nil, the result is not scaled.";

}  // namespace

Value scaling_norm(State& state, KeySource& keys, int64_t size) {
  return make_instance(state, layer_norm(size, 1e-6, true, false, keys, {}));
}

extern const Struct nn_layer_norm_struct = {
    .name = "nn.LayerNorm",
    .brief =
        "Layer normalization. It normalizes the last axis to mean 0 and variance 1, then applies "
        "scale and bias.",
    .fields = {field<&LayerNorm::scale>("scale: float[size] = nil", norms_scale_text),
               field<&LayerNorm::bias>(
                   "bias: float[size] = nil",
                   "Bias (beta) of each element of the last axis. If nil, no bias is added."),
               field<&LayerNorm::epsilon>("const eps: real = 1e-6", norms_epsilon_text),
               field<&LayerNorm::axis_name>("const axis_name: str = nil", axis_name_text),
               field<&LayerNorm::dtype>(layer_dtype_head, norm_dtype_text)},
    .methods = {method<&LayerNorm::call>(
        "call(x: number[..., size], where: bool[...] = nil) -> number[..., size]",
        "Normalizes `x` over its last axis. `where` broadcasts to `x` and marks the elements that "
        "contribute to mean and variance; if nil, all do.")},
    .example = "nn.LayerNorm(ones(2), zeros(2))([[1.0, 1.0]])  #> [[0, 0]]",
    .source = "Ba et al., arXiv 1607.06450, eq. 3; flax.nnx.LayerNorm",
};
const Struct& LayerNorm::record() { return nn_layer_norm_struct; }

extern const Struct nn_rms_norm_struct = {
    .name = "nn.RmsNorm",
    .brief =
        "Root mean square (RMS) normalization. It divides the last axis by its root mean square, "
        "then applies the scale.",
    .fields = {field<&RmsNorm::scale>("scale: float[size] = nil", norms_scale_text),
               field<&RmsNorm::epsilon>("const eps: real = 1e-6", rms_epsilon_text),
               field<&RmsNorm::axis_name>("const axis_name: str = nil", axis_name_text),
               field<&RmsNorm::dtype>(layer_dtype_head, norm_dtype_text)},
    .methods = {method<&RmsNorm::call>(
        "call(x: number[..., size], where: bool[...] = nil) -> number[..., size]",
        "Normalizes `x` over its last axis. `where` broadcasts to `x` and marks the elements that "
        "contribute to the mean square; if nil, all do.")},
    .example = "nn.RmsNorm(ones(2))([[0.0, 0.0]])  #> [[0, 0]]",
    .source = "Zhang and Sennrich, arXiv 1910.07467, eq. 4; flax.nnx.RMSNorm",
};
const Struct& RmsNorm::record() { return nn_rms_norm_struct; }

extern const Builtin nn_layer_norm_builtin = {
    .signature =
        "nn.layer_norm(features: int, eps: real = 1e-6, scale: bool = true, bias: bool = true, "
        "inout key: key or nn.Rngs or nil = nil, axis_name: str or nil = nil) -> nn.LayerNorm",
    .brief =
        "Creates a layer normalization layer. It normalizes the last axis to mean 0 and variance "
        "1, then applies scale and bias.",
    .params = {{"features", norms_size_text},
               {"eps", norms_epsilon_text},
               {"scale", norms_use_scale_text},
               {"bias", norms_use_bias_text},
               {"key", norms_key_text},
               {"axis_name", axis_name_text}},
    .errors = "error[value] if `features` is below 1",
    .example = "nn.layer_norm(2)([[1.0, 1.0]])  #> [[0, 0]]",
    .source = "Ba et al., arXiv 1607.06450, eq. 3; flax.nnx.LayerNorm",
    .call = bind<&layer_norm>,
};

extern const Builtin nn_rms_norm_builtin = {
    .signature =
        "nn.rms_norm(features: int, eps: real = 1e-6, scale: bool = true, inout key: key or "
        "nn.Rngs or nil = nil, axis_name: str or nil = nil) -> nn.RmsNorm",
    .brief =
        "Creates an RMS normalization layer. It divides the last axis by its root mean square, "
        "then applies the scale.",
    .params = {{"features", norms_size_text},
               {"eps", rms_epsilon_text},
               {"scale", norms_use_scale_text},
               {"key", norms_key_text},
               {"axis_name", axis_name_text}},
    .errors = "error[value] if `features` is below 1",
    .example = "nn.rms_norm(2)([[0.0, 0.0]])  #> [[0, 0]]",
    .source = "Zhang and Sennrich, arXiv 1910.07467, eq. 4; flax.nnx.RMSNorm",
    .call = bind<&rms_norm>,
};

}  // namespace rille
