// nn.Conv, nn.ConvTranspose: weights that move over an array.
#include "stdlib/array/apply_op.h"
#include "stdlib/array/slides.h"
#include "stdlib/nn/initializers.h"
#include "stdlib/nn/layers.h"
#include "vm/bind.h"
#include "vm/calling.h"

namespace rille {
namespace {

// A word, or a pair for each axis.
Value padding_for(const Value& padding, size_t axes) {
  if (padding.is_string()) return padding;
  Padding numbers = padding_of(padding, axes);
  Values pairs;
  for (size_t i = 0; i < axes; ++i) {
    pairs.push_back(Value::tuple({Value(numbers.low[i]), Value(numbers.high[i])}));
  }
  return Value::tuple(std::move(pairs));
}

// A layer whose size was one number moves along one axis of [batch, along, channels]. What has
// more axes is an image, along one axis of which it would have moved.
// NOLINTNEXTLINE(*-easily-swappable-parameters): names, in the order of the message
void need_axes(const Array& x, std::optional<int64_t> axes, std::string_view layer,
               std::string_view maker) {
  if (!axes || x.rank() <= *axes) return;
  throw Error(
      Code::shape,
      str(layer, " with a size of one number takes x[batch, along, channels], ", "got ", given(x)))
      .help(str(maker, "(key, in, out, (3, 3)) moves along two axes, (3,) along one of many"))
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

  Array call(const Array& x) const {
    need_axes(x, axes, record().name, "nn.conv");
    Array y = conv(x, w, strides, padding, dilation, groups);
    return b ? y + *b : y;
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

  Array call(const Array& x) const {
    need_axes(x, axes, record().name, "nn.conv_transpose");
    Array y = conv_transpose(x, w, strides, padding, dilation);
    return b ? y + *b : y;
  }
};

Ints ints_of(const Value& size) {
  Ints out;
  take(size, out);
  return out;
}

// As Flax does it: weights by lecun_normal, zeros for the bias.
template <class Layer>
Layer drawn(Keys& keys, const Ints& size, int64_t in, int64_t out, bool bias) {
  std::string_view name = calling_name("nn.conv");
  need_size(in, name, "in");
  need_size(out, name, "out");
  Shape shape;
  for (int64_t n : size) {
    need_size(n, name, "size");
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
Conv conv_layer(Keys& keys, int64_t in, int64_t out, const Value& size, Ints strides,
                const Value& padding, Ints dilation, int64_t groups, bool bias) {
  if (groups < 1 || in % groups != 0 || out % groups != 0) {
    Error error(Code::value, str("nn.conv needs groups that divide in and out, got ", groups,
                                 " for ", in, " and ", out));
    throw labelled(std::move(error), "groups");
  }
  Conv layer = drawn<Conv>(keys, ints_of(size), in / groups, out, bias);
  layer.groups = groups;
  set_moves(layer, size, strides, padding, dilation);
  return layer;
}

// NOLINTNEXTLINE(*-function-size): the parameters of the builtin
ConvTranspose conv_transpose_layer(Keys& keys, int64_t in, int64_t out, const Value& size,
                                   Ints strides, const Value& padding, Ints dilation, bool bias) {
  ConvTranspose layer = drawn<ConvTranspose>(keys, ints_of(size), in, out, bias);
  set_moves(layer, size, strides, padding, dilation);
  return layer;
}

}  // namespace

Value plain_conv(State& state, Keys& keys, int64_t in, int64_t out, const Ints& size, bool bias) {
  Conv layer = drawn<Conv>(keys, size, in, out, bias);
  Values numbers;
  for (int64_t n : size) numbers.emplace_back(n);
  set_moves(layer, Value::tuple(std::move(numbers)), {1}, Value("same"), {1});
  return make_instance(state, layer);
}

extern const Struct nn_conv_struct = {
    .name = "nn.Conv",
    .brief = "A layer that moves weights over the axes of x before its channels: conv(x, w) + b.",
    .fields = {field<&Conv::w>("w: float[...]", "[places..., in, out], in of one group"),
               field<&Conv::b>("b: float[out] = nil", "what is added; nil: nothing"),
               field<&Conv::strides>("const strides: int or (int, ...) = 1",
                                     "one for all axes or one each"),
               field<&Conv::padding>(
                   "const padding: str or int or (int or (int, int), ...) = \"same\"",
                   "as conv takes it: \"same\", \"valid\", or (before, after) of each axis"),
               field<&Conv::dilation>("const dilation: int or (int, ...) = 1", "as strides"),
               field<&Conv::groups>("const groups: int = 1",
                                    "parts of the channels that do not see each other"),
               field<&Conv::axes>("const axes: int = nil", "the largest rank of x; nil: any rank")},
    .methods = {method<&Conv::call>("call(x: number[...]) -> number[...]",
                                    "x[batch..., along..., channels] with out for its channels.")},
    .example =
        "nn.Conv(ones((2, 1, 1)), padding = \"valid\")([[1.0], [2.0], [3.0]])"
        "  #> [[3],\n#>  [5]]",
    .source = "flax.nnx.Conv",
};
const Struct& Conv::record() { return nn_conv_struct; }

extern const Struct nn_conv_transpose_struct = {
    .name = "nn.ConvTranspose",
    .brief = "A layer that gives strides results for each element of x: conv_transpose(x, w) + b.",
    .fields = {field<&ConvTranspose::w>("w: float[...]", "[places..., in, out]"),
               field<&ConvTranspose::b>("b: float[out] = nil", "what is added; nil: nothing"),
               field<&ConvTranspose::strides>("const strides: int or (int, ...) = 1",
                                              "one for all axes or one each"),
               field<&ConvTranspose::padding>(
                   "const padding: str or int or (int or (int, int), ...) = \"same\"",
                   "as conv takes it: \"same\", \"valid\", or (before, after) of each axis"),
               field<&ConvTranspose::dilation>("const dilation: int or (int, ...) = 1",
                                               "as strides"),
               field<&ConvTranspose::axes>("const axes: int = nil",
                                           "the largest rank of x; nil: any rank")},
    .methods = {method<&ConvTranspose::call>(
        "call(x: number[...]) -> number[...]",
        "x[batch..., along..., channels] with out for its channels.")},
    .example =
        "nn.ConvTranspose(ones((2, 1, 1)), strides = 2)([[1.0], [2.0]])"
        "  #> [[1],\n#>  [1],\n#>  [2],\n#>  [2]]",
    .source = "flax.nnx.ConvTranspose",
};
const Struct& ConvTranspose::record() { return nn_conv_transpose_struct; }

extern const Builtin nn_conv_builtin = {
    .signature =
        "nn.conv(inout key: key or nn.Rngs, in: int, out: int, size: int or (int, ...), strides: "
        "int or (int, "
        "...) = 1, padding: str or int or (int or (int, int), ...) = \"same\", dilation: int or "
        "(int, ...) = 1, groups: int = 1, bias: bool = true) -> nn.Conv",
    .brief = "A layer that moves weights over the axes of x before its channels: conv(x, w) + b.",
    .params = {{"key", "a place `&key` moves on, as `&rngs` does"},
               {"in", "channels of what it is applied to, > 0"},
               {"out", "channels of what it gives, > 0"},
               {"size",
                "of the weights along each axis that they move over: (3, 3) for images; one number "
                "for x[batch, along, channels], else error[shape] at the call"},
               {"strides", "how far they move at once, one for all axes or one each"},
               {"padding", "as conv takes it"},
               {"dilation", "how far the places of the weights are apart"},
               {"groups", "parts of the channels that do not see each other; in: one a channel"},
               {"bias", "add a vector; false: `b` is nil"}},
    .errors =
        "error[value] where a size is not above 0 or groups do not divide in and out; its call: "
        "error[shape] where the channels of x are not `in`",
    .example = "nn.conv(rng.key(0), 3, 8, (3, 3))(ones((1, 4, 4, 3))).shape  #> (1, 4, 4, 8)",
    .source = "flax.nnx.Conv: lecun_normal, zeros",
    .call = bind<&conv_layer>,
};

extern const Builtin nn_conv_transpose_builtin = {
    .signature =
        "nn.conv_transpose(inout key: key or nn.Rngs, in: int, out: int, size: int or (int, ...), "
        "strides: "
        "int or (int, ...) = 1, padding: str or int or (int or (int, int), ...) = \"same\", "
        "dilation: int or (int, ...) = 1, bias: bool = true) -> nn.ConvTranspose",
    .brief = "A layer that gives strides results for each element of x: conv_transpose(x, w) + b.",
    .params = {{"key", "a place `&key` moves on, as `&rngs` does"},
               {"in", "channels of what it is applied to, > 0"},
               {"out", "channels of what it gives, > 0"},
               {"size",
                "of the weights along each axis that they move over: (3, 3) for images; one number "
                "for x[batch, along, channels], else error[shape] at the call"},
               {"strides", "the results for each element of x, one for all axes or one each"},
               {"padding", "as conv_transpose takes it"},
               {"dilation", "how far the places of the weights are apart"},
               {"bias", "add a vector; false: `b` is nil"}},
    .errors = "error[value] where a size is not above 0",
    .example =
        "nn.conv_transpose(rng.key(0), 3, 8, (2, 2), strides = 2)(ones((1, 4, 4, 3))).shape"
        "  #> (1, 8, 8, 8)",
    .source = "flax.nnx.ConvTranspose: lecun_normal, zeros",
    .call = bind<&conv_transpose_layer>,
};

}  // namespace rille
