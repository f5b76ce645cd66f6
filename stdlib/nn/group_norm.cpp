// nn.GroupNorm, nn.InstanceNorm: per-example normalization.
#include "stdlib/nn/layers.h"
#include "stdlib/nn/norms.h"
#include "vm/bind.h"
#include "vm/calling.h"

namespace rille {
namespace {

// Splits the channel axis into [groups, channels per group].
Array grouped(const Array& x, int64_t groups) {
  Shape shape(x.shape().begin(), x.shape().end() - 1);
  shape.insert(shape.end(), {Extent(groups), Extent(x.shape().back().number() / groups)});
  return reshape_to(x, shape);
}

std::optional<Array> grouped(const std::optional<Array>& x, int64_t groups) {
  return x ? grouped(*x, groups) : std::optional<Array>();
}

void need_examples(const Array& x, std::string_view layer) {
  if (x.rank() > 1) return;
  throw Error(Code::shape, str(layer, ": `x` is ", x.type(),
                               ", expected at least two axes: [batch, spatial..., channels]"));
}

struct GroupNorm {
  static const Struct& record();
  std::optional<Array> scale, bias;
  int64_t groups = 32;
  double epsilon = 1e-6;
  std::optional<std::string> axis_name;
  LayerDtype dtype;

  Array call(State& state, const Array& given, const WhereMask& where) const {
    need_examples(given, record().name);
    Array x = dtype.wide_operand(given);
    int64_t count = groups_of(x.shape().back().number());
    Array parts = grouped(x, count);
    Ints axes = middle_axes(x);
    axes.push_back(-1);
    NormStatistics moments =
        moments_of(parts, axes, grouped(widened_mask(where, x), count), {&state, axis_name});
    ScaleAndBias affine{grouped(scale, count), grouped(bias, count), dtype.output()};
    return reshape_to(normed(parts, moments, affine, epsilon), x.shape());
  }

  int64_t groups_of(int64_t size) const {
    if (groups > 0 && size % groups == 0) return groups;
    throw Error(Code::value, str("nn.GroupNorm: `groups` is ", groups,
                                 ", expected a divisor of the ", size, " channels"));
  }
};

struct InstanceNorm {
  static const Struct& record();
  std::optional<Array> scale, bias;
  double epsilon = 1e-6;
  std::optional<std::string> axis_name;
  LayerDtype dtype;

  Array call(State& state, const Array& given, const WhereMask& where) const {
    need_examples(given, record().name);
    Array x = dtype.wide_operand(given);
    return normed(x, moments_of(x, middle_axes(x), where, {&state, axis_name}),
                  {scale, bias, dtype.output()}, epsilon);
  }
};

// NOLINTNEXTLINE(readability-function-size): the parameters of a builtin
GroupNorm group_norm(int64_t size, int64_t groups, double epsilon, bool scale, bool bias,
                     KeySource& keys, const std::optional<std::string>& axis_name) {
  need_size(size, "nn.group_norm", "features");
  if (groups < 1 || size % groups != 0) {
    Error error(Code::value, str("nn.group_norm: `groups` is ", groups,
                                 ", expected a divisor of `features`, which is ", size));
    throw labelled(std::move(error), "groups");
  }
  GroupNorm out;
  keys.pass(int{scale} + int{bias});
  if (scale) out.scale = ones({size});
  if (bias) out.bias = zeros({size});
  out.groups = groups;
  out.epsilon = epsilon;
  out.axis_name = axis_name;
  return out;
}

InstanceNorm instance_norm(int64_t size, double epsilon, bool scale, bool bias, KeySource& keys,
                           const std::optional<std::string>& axis_name) {
  need_size(size, "nn.instance_norm", "features");
  InstanceNorm out;
  keys.pass(int{scale} + int{bias});
  if (scale) out.scale = ones({size});
  if (bias) out.bias = zeros({size});
  out.epsilon = epsilon;
  out.axis_name = axis_name;
  return out;
}

constexpr std::string_view scale_text =
    "Scale (gamma) of each channel. If nil, channels are not scaled.";
constexpr std::string_view bias_text = "Bias (beta) of each channel. If nil, no bias is added.";
constexpr std::string_view epsilon_text = "Added to the variance for numerical stability.";
constexpr std::string_view channels_text = "Number of channels: the size of the last axis of `x`.";
constexpr std::string_view groups_text =
    "Number of groups, which must divide the number of channels.";
constexpr std::string_view group_norm_call_text =
    "Normalizes `x`, [batch, spatial..., size]. `where` broadcasts to `x` and marks the elements "
    "that contribute to mean and variance; if nil, all do.";
constexpr std::string_view call_head =
    "call(x: number[..., size], where: bool[...] = nil) -> number[..., size]";

}  // namespace

extern const Struct nn_group_norm_struct = {
    .name = "nn.GroupNorm",
    .brief =
        "Group normalization layer. It normalizes each group of channels of each example over "
        "channels and spatial axes.",
    .fields = {field<&GroupNorm::scale>("scale: float[size] = nil", scale_text),
               field<&GroupNorm::bias>("bias: float[size] = nil", bias_text),
               field<&GroupNorm::groups>("const groups: int = 32", groups_text),
               field<&GroupNorm::epsilon>("const eps: real = 1e-6", epsilon_text),
               field<&GroupNorm::axis_name>("const axis_name: str = nil", axis_name_text),
               field<&GroupNorm::dtype>(layer_dtype_head, norm_dtype_text)},
    .methods = {method<&GroupNorm::call>(call_head, group_norm_call_text)},
    .example = "nn.GroupNorm(groups = 1, eps = 0.0)([[1.0, 3.0]])  #> [[-1, 1]]",
    .source = "Wu and He, arXiv 1803.08494; flax.nnx.GroupNorm",
};
const Struct& GroupNorm::record() { return nn_group_norm_struct; }

extern const Struct nn_instance_norm_struct = {
    .name = "nn.InstanceNorm",
    .brief =
        "Instance normalization layer. It normalizes each channel of each example over the spatial "
        "axes.",
    .fields = {field<&InstanceNorm::scale>("scale: float[size] = nil", scale_text),
               field<&InstanceNorm::bias>("bias: float[size] = nil", bias_text),
               field<&InstanceNorm::epsilon>("const eps: real = 1e-6", epsilon_text),
               field<&InstanceNorm::axis_name>("const axis_name: str = nil", axis_name_text),
               field<&InstanceNorm::dtype>(layer_dtype_head, norm_dtype_text)},
    .methods = {method<&InstanceNorm::call>(call_head, group_norm_call_text)},
    .example = "nn.InstanceNorm(eps = 0.0)([[[1.0], [3.0]]])  #> [[[-1],\n#>   [1]]]",
    .source = "Ulyanov et al., arXiv 1607.08022; flax.nnx.InstanceNorm",
};
const Struct& InstanceNorm::record() { return nn_instance_norm_struct; }

extern const Builtin nn_group_norm_builtin = {
    .signature =
        "nn.group_norm(features: int, groups: int = 32, eps: real = 1e-6, scale: bool = true, "
        "bias: bool = true, inout key: key or nn.Rngs or nil = nil, axis_name: str or nil = nil) "
        "-> nn.GroupNorm",
    .brief =
        "Creates a group normalization layer. It normalizes each group of channels of each example "
        "over channels and spatial axes.",
    .params = {{"features", channels_text},
               {"groups", groups_text},
               {"eps", epsilon_text},
               {"scale", norms_use_scale_text},
               {"bias", norms_use_bias_text},
               {"key", norms_key_text},
               {"axis_name", axis_name_text}},
    .errors =
        "error[value] if `features` is below 1 or `groups` does not divide it. The call raises "
        "error[shape] if `x` has fewer than two axes",
    .example = "nn.group_norm(2, groups = 1, eps = 0.0)([[1.0, 3.0]])  #> [[-1, 1]]",
    .source = "Wu and He, arXiv 1803.08494; flax.nnx.GroupNorm",
    .call = bind<&group_norm>,
};

extern const Builtin nn_instance_norm_builtin = {
    .signature =
        "nn.instance_norm(features: int, eps: real = 1e-6, scale: bool = true, bias: bool = true, "
        "inout key: key or nn.Rngs or nil = nil, axis_name: str or nil = nil) -> nn.InstanceNorm",
    .brief =
        "Creates an instance normalization layer. It normalizes each channel of each example over "
        "the spatial axes.",
    .params = {{"features", channels_text},
               {"eps", epsilon_text},
               {"scale", norms_use_scale_text},
               {"bias", norms_use_bias_text},
               {"key", norms_key_text},
               {"axis_name", axis_name_text}},
    .errors =
        "error[value] if `features` is below 1. The call raises error[shape] if `x` has fewer than "
        "two axes",
    .example = "nn.instance_norm(1, eps = 0.0)([[[1.0], [3.0]]])  #> [[[-1],\n#>   [1]]]",
    .source = "Ulyanov et al., arXiv 1607.08022; flax.nnx.InstanceNorm",
    .call = bind<&instance_norm>,
};

}  // namespace rille
