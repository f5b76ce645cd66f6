// nn.BatchNorm: batch normalization.
#include "stdlib/nn/layers.h"
#include "stdlib/nn/norms.h"
#include "vm/bind.h"
#include "vm/calling.h"

namespace rille {
namespace {

struct BatchNorm {
  static const Struct& record();
  Array mean, variance;
  std::optional<Array> scale, bias;
  double momentum = 0.99, epsilon = 1e-5;
  std::optional<std::string> axis_name;
  bool train = true;
  int64_t axis = -1;
  LayerDtype dtype;

  Array call(State& state, const Array& given, const WhereMask& where) {
    Array x = dtype.wide_operand(given);
    int64_t at = channel_axis(x);
    if (at == x.rank() - 1) return over_last(state, x, where);
    WhereMask kept = where;
    if (kept) kept = move_axis(broadcast(*kept, x.shape()), at, -1);
    return move_axis(over_last(state, move_axis(x, at, -1), kept), -1, at);
  }

  // Returns the channel axis of x, counted from 0.
  int64_t channel_axis(const Array& x) const {
    int64_t at = axis < 0 ? axis + x.rank() : axis;
    if (at < 0 || at >= x.rank()) {
      throw Error(Code::shape, str("nn.BatchNorm: `axis` is ", axis,
                                   ", expected an axis of `x`, which is ", x.type()))
          .label(1);
    }
    if (x.shape()[static_cast<size_t>(at)] != mean.shape()[0]) {
      throw Error(Code::shape, str("nn.BatchNorm: `x` is ", x.type(), ", expected ",
                                   mean.shape()[0], " channels along axis ", axis))
          .label(1);
    }
    return at;
  }

  Array over_last(State& state, const Array& x, const WhereMask& where) {
    if (!train) return normed(x, {mean, variance}, {scale, bias, dtype.output()}, epsilon);
    Ints axes;
    for (int64_t axis = 0; axis + 1 < x.rank(); ++axis) axes.push_back(axis);
    NormStatistics now = moments_of(x, axes, where, {&state, axis_name});
    mean = moved(mean, now.mean, momentum);
    variance = moved(variance, now.variance, momentum);
    return normed(x, now, {scale, bias, dtype.output()}, epsilon);
  }

  static Array moved(const Array& old, const Array& now, double kept) {
    Array seen = stop_gradient(reshape_to(now, old.shape()));
    return convert(old * kept + seen * (1 - kept), old.dtype());
  }
};

// NOLINTNEXTLINE(readability-function-size): the parameters of a builtin
BatchNorm batch_norm(int64_t size, double momentum, double epsilon, bool scale, bool bias,
                     KeySource& keys, const std::optional<std::string>& axis_name, int64_t axis) {
  need_size(size, "nn.batch_norm", "features");
  if (!(momentum >= 0 && momentum <= 1)) {
    Error error(Code::value,
                str("nn.batch_norm: `momentum` is ", momentum, ", expected 0 <= momentum <= 1"));
    throw labelled(std::move(error), "momentum");
  }
  BatchNorm out{zeros({size}), ones({size})};
  keys.pass(int{scale} + int{bias});
  if (scale) out.scale = ones({size});
  if (bias) out.bias = zeros({size});
  out.momentum = momentum;
  out.epsilon = epsilon;
  out.axis_name = axis_name;
  out.axis = axis;
  return out;
}

}  // namespace

extern const Struct nn_batch_norm_struct = {
    .name = "nn.BatchNorm",
    .brief =
        "Batch normalization layer. It normalizes each channel over all other axes, then applies "
        "scale and bias.",
    .fields = {field<&BatchNorm::mean>("var mean: float[size]", "Running mean of each channel."),
               field<&BatchNorm::variance>("var variance: float[size]",
                                           "Running variance of each channel."),
               field<&BatchNorm::scale>(
                   "scale: float[size] = nil",
                   "Scale (gamma) of each channel. If nil, channels are not scaled."),
               field<&BatchNorm::bias>("bias: float[size] = nil",
                                       "Bias (beta) of each channel. If nil, no bias is added."),
               field<&BatchNorm::momentum>(
                   "const momentum: real = 0.99",
                   "Decay rate of the running mean and variance, 0 ≤ momentum ≤ 1."),
               field<&BatchNorm::epsilon>("const eps: real = 1e-5",
                                          "Added to the variance for numerical stability."),
               field<&BatchNorm::train>(
                   "train: bool = true",
                   "If true, normalizes with the batch statistics and updates the running "
                   "statistics. If false, normalizes with the running statistics."),
               field<&BatchNorm::axis_name>("const axis_name: str = nil", axis_name_text),
               field<&BatchNorm::axis>(
                   "const axis: int = -1",
                   "Channel axis of the input; negative values count from the last axis."),
               field<&BatchNorm::dtype>(layer_dtype_head, norm_dtype_text)},
    .methods = {method<&BatchNorm::call>(
        "call(x: number[...], where: bool[...] = nil) -> number[...]",
        "Normalizes `x`. In training, layer!(x) keeps the updated running statistics. `where` "
        "broadcasts to `x` and marks the elements that contribute to the batch statistics; if nil, "
        "all do.")},
    .example =
        "var norm = nn.batch_norm(1, momentum = 0.5)\n"
        "norm!([[1.0], [3.0]]); norm.mean  #> [1]",
    .source = "Ioffe and Szegedy, arXiv 1502.03167, alg. 1; flax.nnx.BatchNorm",
};
const Struct& BatchNorm::record() { return nn_batch_norm_struct; }

extern const Builtin nn_batch_norm_builtin = {
    .signature =
        "nn.batch_norm(features: int, momentum: real = 0.99, eps: real = 1e-5, scale: bool = true, "
        "bias: bool = true, inout key: key or nn.Rngs or nil = nil, axis_name: str or nil = nil, "
        "axis: int = -1) -> nn.BatchNorm",
    .brief = "Creates a batch normalization layer. It normalizes each channel over all other axes.",
    .params = {{"features", "Number of channels."},
               {"momentum",
                "Decay rate of the running mean and variance, 0 ≤ momentum ≤ 1. In training, new = "
                "momentum * old + (1 - momentum) * batch."},
               {"eps", "Added to the variance for numerical stability."},
               {"scale", norms_use_scale_text},
               {"bias", norms_use_bias_text},
               {"key", norms_key_text},
               {"axis_name", axis_name_text},
               {"axis",
                "Channel axis of the input. Negative values count from the last axis; 1 selects "
                "the channels of images in channels-first layout."}},
    .errors = "error[value] if `features` is below 1 or `momentum` is not from 0 to 1",
    .example = "nn.batch_norm(1, eps = 0.0)([[1.0], [3.0]])  #> [[-1],\n#>  [1]]",
    .source = "Ioffe and Szegedy, arXiv 1502.03167, alg. 1; flax.nnx.BatchNorm",
    .call = bind<&batch_norm>,
};

}  // namespace rille
