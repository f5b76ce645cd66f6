// nn.Conv, nn.ConvTranspose: convolution layers.
#include "stdlib/array/apply_op.h"
#include "stdlib/array/window_params.h"
#include "stdlib/nn/initializers.h"
#include "stdlib/nn/layers.h"
#include "stdlib/nn/policy.h"
#include "vm/bind.h"
#include "vm/calling.h"

namespace rille {
namespace {

// Returns the padding as a string, or as a pair (before, after) for each spatial axis.
Value padding_for(const Value& padding, size_t axes) {
  if (padding.is_string()) return padding;
  Padding numbers = padding_of(padding, axes);
  Values pairs;
  for (size_t i = 0; i < axes; ++i) {
    pairs.push_back(Value::tuple({Value(numbers.low[i]), Value(numbers.high[i])}));
  }
  return Value::tuple(std::move(pairs));
}

// A layer whose kernel size was given as one number convolves over the one spatial axis of
// x[batch, spatial, channels]. An input of more axes is probably an image, for which one kernel
// axis is an error.
// NOLINTNEXTLINE(*-easily-swappable-parameters): names, in the order of the message
void need_axes(const Array& x, std::optional<int64_t> axes, std::string_view layer,
               std::string_view maker) {
  if (!axes || x.rank() <= *axes) return;
  throw Error(Code::shape,
              str(layer, ": `x` is ", given(x),
                  ", expected [batch, spatial, channels] for a `kernel_size` of one number"))
      .help(str(
          maker,
          "(key, in, out, (3, 3)) convolves over two axes, a size of (3,) over one axis of many"))
      .label(0);
}

struct Conv {
  static const Struct& record();
  Array w;
  std::optional<Array> b;
  Ints strides = {1};
  Value padding = "same";
  Ints dilation = {1};
  int64_t groups = 1;
  std::optional<int64_t> axes;
  LayerDtype dtype;

  Array call(const Array& x) const {
    need_axes(x, axes, record().name, "nn.conv");
    Array y = conv(dtype.operand(x), dtype.operand(w), strides, padding, dilation, groups);
    return dtype.result(b ? y + dtype.operand(*b) : y);
  }
};

struct ConvTranspose {
  static const Struct& record();
  Array w;
  std::optional<Array> b;
  Ints strides = {1};
  Value padding = "same";
  Ints dilation = {1};
  std::optional<int64_t> axes;
  LayerDtype dtype;

  Array call(const Array& x) const {
    need_axes(x, axes, record().name, "nn.conv_transpose");
    Array y = conv_transpose(dtype.operand(x), dtype.operand(w), strides, padding, dilation);
    return dtype.result(b ? y + dtype.operand(*b) : y);
  }
};

Ints ints_of(const Value& size) {
  Ints out;
  take(size, out);
  return out;
}

// Initializes the layer as Flax does: weights by lecun_normal, the bias by zeros.
template <class Layer>
Layer drawn(KeySource& keys, const Ints& size, int64_t in, int64_t out, bool bias) {
  std::string_view name = calling_name("nn.conv");
  need_size(in, name, "in_features");
  need_size(out, name, "out_features");
  Shape shape;
  for (int64_t n : size) {
    need_size(n, name, "kernel_size");
    shape.emplace_back(n);
  }
  shape.insert(shape.end(), {Extent(in), Extent(out)});
  Layer layer;
  layer.w = lecun_normal(keys.sole(), shape, Dtype::f32);
  if (bias) {
    keys.pass();
    layer.b = zeros({out});
  }
  return layer;
}

template <class Layer>
void set_moves(Layer& layer, const Value& given, const Ints& strides, const Value& padding,
               const Ints& dilation) {
  Ints size = ints_of(given);
  if (given.is_leaf()) layer.axes = 3;
  layer.strides = for_axes(strides, size.size(), "strides");
  layer.padding = padding_for(padding, size.size());
  layer.dilation = for_axes(dilation, size.size(), "dilation");
}

// NOLINTNEXTLINE(*-function-size): the parameters of the builtin
Conv conv_layer(KeySource& keys, int64_t in, int64_t out, const Value& size, Ints strides,
                const Value& padding, Ints dilation, int64_t groups, bool bias) {
  if (groups < 1 || in % groups != 0 || out % groups != 0) {
    Error error(Code::value,
                str("nn.conv: `groups` is ", groups,
                    ", expected a divisor of `in_features` and `out_features`, which are ", in,
                    " and ", out));
    throw labelled(std::move(error), "groups");
  }
  Conv layer = drawn<Conv>(keys, ints_of(size), in / groups, out, bias);
  layer.groups = groups;
  set_moves(layer, size, strides, padding, dilation);
  return layer;
}

// NOLINTNEXTLINE(*-function-size): the parameters of the builtin
ConvTranspose conv_transpose_layer(KeySource& keys, int64_t in, int64_t out, const Value& size,
                                   Ints strides, const Value& padding, Ints dilation, bool bias) {
  ConvTranspose layer = drawn<ConvTranspose>(keys, ints_of(size), in, out, bias);
  set_moves(layer, size, strides, padding, dilation);
  return layer;
}

}  // namespace

Value plain_conv(State& state, KeySource& keys, int64_t in, int64_t out, const Ints& size,
                 bool bias) {
  Conv layer = drawn<Conv>(keys, size, in, out, bias);
  Values numbers;
  for (int64_t n : size) numbers.emplace_back(n);
  set_moves(layer, Value::tuple(std::move(numbers)), {1}, Value("same"), {1});
  return make_instance(state, layer);
}

namespace {

constexpr std::string_view conv_bias_text =
    "Bias of each output channel. If nil, no bias is added.";
constexpr std::string_view conv_padding_text =
    "Padding mode or amounts. `\"same\"`: the output size is ceil(input size / stride). "
    "`\"valid\"`: no padding. One number pads both sides of all spatial axes. A tuple holds a "
    "number or (before, after) for each axis.";
constexpr std::string_view conv_transpose_padding_text =
    "Padding mode or amounts. `\"same\"`: the output size is input size * stride. `\"valid\"`: all "
    "positions that the kernel reaches. One number, or a number or (before, after) for each axis, "
    "pads `x` with its gaps of zeros.";
constexpr std::string_view conv_dilation_text =
    "Kernel dilation: the distance between kernel elements. One number for all spatial axes, or "
    "one for each.";
constexpr std::string_view conv_strides_text =
    "Strides along the spatial axes. One number for all axes, or one for each.";
constexpr std::string_view conv_transpose_strides_text =
    "Upsampling factors: the distance between input elements in the output. One number for all "
    "spatial axes, or one for each.";
constexpr std::string_view conv_axes_text = "Maximum rank of `x`. If nil, any rank is allowed.";
constexpr std::string_view conv_size_text =
    "Kernel size along each spatial axis: (3, 3) for images. One number is for x[batch, spatial, "
    "channels]; the call raises error[shape] if `x` has more axes.";
constexpr std::string_view conv_in_text = "Number of input channels, ≥ 1.";
constexpr std::string_view conv_out_text = "Number of output channels, ≥ 1.";
constexpr std::string_view conv_use_bias_text =
    "If true, a bias is added to each output channel. If false, `b` is nil.";

}  // namespace

extern const Struct nn_conv_struct = {
    .name = "nn.Conv",
    .brief = "Convolution layer: conv(x, w) + b, channels last.",
    .fields = {field<&Conv::w>("w: float[...]", "Kernel, [kernel..., in / groups, out]."),
               field<&Conv::b>("b: float[out] = nil", conv_bias_text),
               field<&Conv::strides>("const strides: int or (int, ...) = 1", conv_strides_text),
               field<&Conv::padding>(
                   "const padding: str or int or (int or (int, int), ...) = \"same\"",
                   conv_padding_text),
               field<&Conv::dilation>("const dilation: int or (int, ...) = 1", conv_dilation_text),
               field<&Conv::groups>("const groups: int = 1",
                                    "Number of feature groups. With as many groups as input "
                                    "channels, the convolution is depthwise."),
               field<&Conv::axes>("const axes: int = nil", conv_axes_text),
               field<&Conv::dtype>(layer_dtype_head, layer_dtype_text)},
    .methods = {method<&Conv::call>(
        "call(x: number[...]) -> number[...]",
        "Convolves `x`, [batch..., spatial..., in], and returns [batch..., spatial..., out].")},
    .example =
        "nn.Conv(ones((2, 1, 1)), padding = \"valid\")([[1.0], [2.0], [3.0]])  #> [[3],\n#>  [5]]",
    .source = "flax.nnx.Conv",
};
const Struct& Conv::record() { return nn_conv_struct; }

extern const Struct nn_conv_transpose_struct = {
    .name = "nn.ConvTranspose",
    .brief = "Transposed convolution layer: conv_transpose(x, w) + b, channels last.",
    .fields = {field<&ConvTranspose::w>("w: float[...]", "Kernel, [kernel..., in, out]."),
               field<&ConvTranspose::b>("b: float[out] = nil", conv_bias_text),
               field<&ConvTranspose::strides>("const strides: int or (int, ...) = 1",
                                              conv_transpose_strides_text),
               field<&ConvTranspose::padding>(
                   "const padding: str or int or (int or (int, int), ...) = \"same\"",
                   conv_transpose_padding_text),
               field<&ConvTranspose::dilation>("const dilation: int or (int, ...) = 1",
                                               conv_dilation_text),
               field<&ConvTranspose::axes>("const axes: int = nil", conv_axes_text),
               field<&ConvTranspose::dtype>(layer_dtype_head, layer_dtype_text)},
    .methods = {method<&ConvTranspose::call>(
        "call(x: number[...]) -> number[...]",
        "Applies the transposed convolution to `x`, [batch..., spatial..., in], and returns "
        "[batch..., spatial..., out].")},
    .example =
        "nn.ConvTranspose(ones((2, 1, 1)), strides = 2)([[1.0], [2.0]])  #> [[1],\n#>  [1],\n#>  "
        "[2],\n#>  [2]]",
    .source = "flax.nnx.ConvTranspose",
};
const Struct& ConvTranspose::record() { return nn_conv_transpose_struct; }

extern const Builtin nn_conv_builtin = {
    .signature =
        "nn.conv(inout key: key or nn.Rngs, in_features: int, out_features: int, kernel_size: int "
        "or (int, ...), strides: int or (int, ...) = 1, padding: str or int or (int or (int, int), "
        "...) = \"same\", dilation: int or (int, ...) = 1, groups: int = 1, bias: bool = true) -> "
        "nn.Conv",
    .brief =
        "Creates a convolution layer: conv(x, w) + b, channels last. The kernel is initialized by "
        "nn.lecun_normal, the bias by zeros.",
    .params = {{"key", layer_key_text},
               {"in_features", conv_in_text},
               {"out_features", conv_out_text},
               {"kernel_size", conv_size_text},
               {"strides", conv_strides_text},
               {"padding", conv_padding_text},
               {"dilation", conv_dilation_text},
               {"groups",
                "Number of feature groups, which must divide `in_features` and `out_features`. "
                "With `in_features` groups, the convolution is depthwise."},
               {"bias", conv_use_bias_text}},
    .errors =
        "error[value] if a size is below 1 or `groups` does not divide `in_features` and "
        "`out_features`. The call raises error[shape] if `x` does not have `in_features` channels",
    .example = "nn.conv(rng.key(0), 3, 8, (3, 3))(ones((1, 4, 4, 3))).shape  #> (1, 4, 4, 8)",
    .source = "flax.nnx.Conv",
    .call = bind<&conv_layer>,
};

extern const Builtin nn_conv_transpose_builtin = {
    .signature =
        "nn.conv_transpose(inout key: key or nn.Rngs, in_features: int, out_features: int, "
        "kernel_size: int or (int, ...), strides: int or (int, ...) = 1, padding: str or int or "
        "(int or (int, int), ...) = \"same\", dilation: int or (int, ...) = 1, bias: bool = true) "
        "-> nn.ConvTranspose",
    .brief =
        "Creates a transposed convolution layer: conv_transpose(x, w) + b, channels last. The "
        "kernel is initialized by nn.lecun_normal, the bias by zeros.",
    .params = {{"key", layer_key_text},
               {"in_features", conv_in_text},
               {"out_features", conv_out_text},
               {"kernel_size", conv_size_text},
               {"strides", conv_transpose_strides_text},
               {"padding", conv_transpose_padding_text},
               {"dilation", conv_dilation_text},
               {"bias", conv_use_bias_text}},
    .errors = "error[value] if a size is below 1",
    .example =
        "nn.conv_transpose(rng.key(0), 3, 8, (2, 2), strides = 2)(ones((1, 4, 4, 3))).shape  #> "
        "(1, 8, 8, 8)",
    .source = "flax.nnx.ConvTranspose",
    .call = bind<&conv_transpose_layer>,
};

}  // namespace rille
