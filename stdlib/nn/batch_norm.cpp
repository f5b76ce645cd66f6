// nn.BatchNorm: each channel by its mean in the batch.
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

  Array call(State& state, const Array& x, const Mask& where) {
    int64_t at = channel_axis(x);
    if (at == x.rank() - 1) return over_last(state, x, where);
    Mask kept = where;
    if (kept) kept = move_axis(broadcast(*kept, x.shape()), at, -1);
    return move_axis(over_last(state, move_axis(x, at, -1), kept), -1, at);
  }

  // Which axis of x has the channels.
  int64_t channel_axis(const Array& x) const {
    int64_t at = axis < 0 ? axis + x.rank() : axis;
    if (at < 0 || at >= x.rank()) {
      throw Error(Code::shape, str("nn.BatchNorm has its channels along axis ", axis,
                                   ", which is none of ", x.type()))
          .label(1);
    }
    if (x.shape()[static_cast<size_t>(at)] != mean.shape()[0]) {
      throw Error(Code::shape, str("nn.BatchNorm was made for ", mean.shape()[0],
                                   " channels along axis ", axis, ", got ", x.type()))
          .label(1);
    }
    return at;
  }

  Array over_last(State& state, const Array& x, const Mask& where) {
    if (!train) return normed(x, {mean, variance}, {scale, bias}, epsilon);
    Ints axes;
    for (int64_t axis = 0; axis + 1 < x.rank(); ++axis) axes.push_back(axis);
    Moments now = moments_of(x, axes, where, {&state, axis_name});
    mean = moved(mean, now.mean, momentum);
    variance = moved(variance, now.variance, momentum);
    return normed(x, now, {scale, bias}, epsilon);
  }

  static Array moved(const Array& old, const Array& now, double kept) {
    Array seen = stop_gradient(reshape_to(now, old.shape()));
    return convert(old * kept + seen * (1 - kept), old.dtype());
  }
};

// NOLINTNEXTLINE(readability-function-size): the parameters of a builtin
BatchNorm batch_norm(int64_t size, double momentum, double epsilon, bool scale, bool bias,
                     Keys& keys, const std::optional<std::string>& axis_name, int64_t axis) {
  need_size(size, "nn.batch_norm", "size");
  if (!(momentum >= 0 && momentum <= 1)) {
    Error error(Code::value, str("nn.batch_norm needs a momentum from 0 to 1, got ", momentum));
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
    .brief = "A layer that brings each channel to mean 0 and variance 1 over all other axes.",
    .fields = {field<&BatchNorm::mean>("var mean: float[size]", "of what was seen in training"),
               field<&BatchNorm::variance>("var variance: float[size]", "likewise"),
               field<&BatchNorm::scale>("scale: float[size] = nil",
                                        "what each channel is multiplied by; nil: nothing"),
               field<&BatchNorm::bias>("bias: float[size] = nil",
                                       "what is added to it; nil: nothing"),
               field<&BatchNorm::momentum>("const momentum: real = 0.99",
                                           "the share of `mean` that a call keeps"),
               field<&BatchNorm::epsilon>("const epsilon: real = 1e-5", "added to the variance"),
               field<&BatchNorm::train>(
                   "train: bool = true",
                   "by mean and variance of x, which then move on; else by those kept"),
               field<&BatchNorm::axis_name>("const axis_name: str = nil", axis_name_text),
               field<&BatchNorm::axis>("const axis: int = -1", "that of the channels")},
    .methods = {method<&BatchNorm::call>(
        "call(x: number[...], where: bool[...] = nil) -> number[...]",
        "x, normed; layer!(x) keeps what was seen; `where` marks what makes mean and variance.")},
    .example =
        "var norm = nn.batch_norm(1, momentum = 0.5)\n"
        "norm!([[1.0], [3.0]]); norm.mean  #> [1]",
    .source = "Ioffe and Szegedy, arXiv 1502.03167, alg. 1; flax.nnx.BatchNorm",
};
const Struct& BatchNorm::record() { return nn_batch_norm_struct; }

extern const Builtin nn_batch_norm_builtin = {
    .signature =
        "nn.batch_norm(size: int, momentum: real = 0.99, epsilon: real = 1e-5, scale: bool = true, "
        "bias: bool = true, inout key: key or nn.Rngs or nil = nil, axis_name: str or nil = nil, "
        "axis: int = -1) -> nn.BatchNorm",
    .brief = "A layer that brings each channel to mean 0 and variance 1 over all other axes.",
    .params = {{"size", "of the axis of x that has the channels"},
               {"momentum", "what a call in training keeps of mean and variance"},
               {"epsilon", "added to the variance"},
               {"scale", "multiply by weights; false: `scale` is nil"},
               {"bias", "add weights; false: `bias` is nil"},
               {"key", "streams that go on as Flax's do; nothing is drawn"},
               {"axis_name", axis_name_text},
               {"axis", "that of the channels; of images with channels first 1"}},
    .errors = "error[value] where size is below 1 or momentum not from 0 to 1",
    .example = "nn.batch_norm(1, epsilon = 0.0)([[1.0], [3.0]])  #> [[-1],\n#>  [1]]",
    .source = "Ioffe and Szegedy, arXiv 1502.03167, alg. 1; flax.nnx.BatchNorm",
    .call = bind<&batch_norm>,
};

}  // namespace rille
