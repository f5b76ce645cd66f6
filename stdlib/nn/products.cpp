// nn.LinearGeneral, nn.Einsum: contractions of several axes.
#include <algorithm>
#include <numeric>

#include "stdlib/nn/initializers.h"
#include "stdlib/nn/layers.h"
#include "stdlib/nn/policy.h"
#include "vm/bind.h"
#include "vm/calling.h"

namespace rille {
namespace {

int64_t count_of(const Shape& shape) {
  int64_t out = 1;
  for (Extent size : shape) out = checked_product(out, size.number());
  return out;
}

// Samples lecun_normal weights as a matrix [all inputs, all outputs], and reshapes it to `shape`.
Array drawn_weights(const Array& key, const Shape& shape, size_t out_axes) {
  int64_t out = count_of(Shape(shape.end() - static_cast<std::ptrdiff_t>(out_axes), shape.end()));
  Array flat = lecun_normal(key, {count_of(shape) / std::max<int64_t>(out, 1), out}, Dtype::f32);
  return reshape_to(flat, shape);
}

struct LinearGeneral {
  static const Struct& record();
  Array w;
  std::optional<Array> b;
  Ints axes = {-1};
  int64_t batch = 0;
  LayerDtype dtype;

  // Transposes x to [batch..., other..., in...], so that with w as [batch..., in..., out...] the
  // product is a batched matrix product.
  Array call(const Array& given) const {
    Array x = dtype.operand(strong(given));
    Ints in = folded_axes(x);
    size_t batches = batch_axes(x, in);
    auto skipped = static_cast<std::ptrdiff_t>(batches), ins = std::ssize(in);
    const Shape& sizes = w.shape();
    Shape out(sizes.begin() + skipped + ins, sizes.end()), kept;
    Ints order;
    for (int64_t axis = 0; axis < x.rank(); ++axis) {
      if (std::ranges::find(in, axis) == in.end()) order.push_back(axis);
    }
    for (int64_t axis : order) kept.push_back(x.shape()[static_cast<size_t>(axis)]);
    order.insert(order.end(), in.begin(), in.end());
    Shape first(sizes.begin(), sizes.begin() + skipped), left = first, right = first;
    left.insert(left.end(), {Extent(rest_of(kept, batches)), Extent(folded_size(in, batches))});
    right.insert(right.end(), {Extent(folded_size(in, batches)), Extent(count_of(out))});
    Array y = matmul(reshape_to(transpose(x, order), left), reshape_to(dtype.operand(w), right));
    kept.insert(kept.end(), out.begin(), out.end());
    y = reshape_to(y, kept);
    return dtype.result(b ? y + dtype.operand(bias_for(kept, out.size(), batches)) : y);
  }

 private:
  // The contracted axes in ascending order, as in Flax.
  Ints folded_axes(const Array& x) const {
    Ints out = axes;
    for (int64_t& axis : out) {
      axis = axis < 0 ? axis + x.rank() : axis;
      if (axis >= 0 && axis < x.rank()) continue;
      throw Error(Code::shape, str("nn.LinearGeneral: `x` is ", x.type(),
                                   ", expected an array with the axes ", join(axes)));
    }
    std::ranges::sort(out);
    return out;
  }

  size_t batch_axes(const Array& x, const Ints& in) const {
    bool fits = batch >= 0 && batch <= x.rank();
    size_t count = fits ? static_cast<size_t>(batch) : 0, taken = count + in.size();
    fits = fits && w.shape().size() >= taken && (in.empty() || in[0] >= batch);
    for (size_t i = 0; fits && i < count; ++i) fits = x.shape()[i] == w.shape()[i];
    for (size_t i = 0; fits && i < in.size(); ++i) {
      fits = x.shape()[static_cast<size_t>(in[i])] == w.shape()[count + i];
    }
    if (fits) return count;
    throw Error(Code::shape, str("nn.LinearGeneral: `x` is ", x.type(),
                                 ", expected sizes that match the weights ", w.type(), " along ",
                                 batch, " batch axes and the axes ", join(axes)));
  }

  int64_t folded_size(const Ints& in, size_t batches) const {
    auto from = w.shape().begin() + static_cast<std::ptrdiff_t>(batches);
    return count_of(Shape(from, from + std::ssize(in)));
  }
  static int64_t rest_of(const Shape& kept, size_t batches) {
    return count_of(Shape(kept.begin() + static_cast<std::ptrdiff_t>(batches), kept.end()));
  }
  // Returns the bias as [batch..., 1..., out...], with one 1 for each axis between.
  Array bias_for(const Shape& shape, size_t outs, size_t batches) const {
    Shape out = shape;
    for (size_t i = batches; i + outs < out.size(); ++i) out[i] = 1;
    return reshape_to(*b, out);
  }
};

// An einsum of x and weights. `...` represents axes of x without a letter.
struct Einsum {
  static const Struct& record();
  std::string spec;
  Array w;
  std::optional<Array> b;
  LayerDtype dtype;

  Array call(const Array& given) const {
    Array x = dtype.operand(strong(given));
    auto [of_x, of_w, out] = named(x);
    Array y = einsum(str(of_x, ",", of_w, "->", out), {x, dtype.operand(w)});
    return dtype.result(b ? y + dtype.operand(bias_for(of_w, out, y)) : y);
  }

 private:
  struct EinsumLabels {
    std::string x, w, out;
  };

  [[noreturn]] void refuse(const std::string& why) const {
    throw Error(Code::value, str("nn.Einsum \"", spec, "\": ", why));
  }

  EinsumLabels named(const Array& x) const {
    std::string plain;
    std::ranges::copy_if(spec, std::back_inserter(plain), [](char c) { return c != ' '; });
    size_t comma = plain.find(','), arrow = plain.find("->");
    if (comma == std::string::npos || arrow == std::string::npos || arrow < comma ||
        plain.find(',', comma + 1) != std::string::npos) {
      refuse("expected the letters of x, of the weights, and of the result, such as \"nd,dk->nk\"");
    }
    EinsumLabels out{plain.substr(0, comma), plain.substr(comma + 1, arrow - comma - 1),
                     plain.substr(arrow + 2)};
    size_t dots = out.x.find("...");
    if (dots == std::string::npos) return out;
    auto rank = static_cast<size_t>(x.rank());
    if (rank + 3 < out.x.size())
      refuse(str("`x` is ", x.type(), ", expected at least ", out.x.size() - 3, " axes"));
    std::string more = unused(plain, rank + 3 - out.x.size());
    out.x.replace(dots, 3, more);
    dots = out.out.find("...");
    if (dots != std::string::npos) out.out.replace(dots, 3, more);
    return out;
  }

  std::string unused(const std::string& used, size_t count) const {
    std::string out;
    for (char c = 'z'; out.size() < count && c >= 'a'; --c) {
      if (used.find(c) == std::string::npos) out += c;
    }
    for (char c = 'Z'; out.size() < count && c >= 'A'; --c) {
      if (used.find(c) == std::string::npos) out += c;
    }
    if (out.size() < count) refuse("too many axes, expected a free letter for each axis of `...`");
    return out;
  }

  // The axes of the bias are the result's axes that the weights name, in the result's order.
  Array bias_for(const std::string& of_w, const std::string& out, const Array& y) const {
    Shape shape;
    size_t at = 0;
    for (size_t i = 0; i < out.size(); ++i) {
      bool is_named = of_w.find(out[i]) != std::string::npos;
      shape.push_back(is_named && at < b->shape().size() ? b->shape()[at++] : Extent(1));
    }
    if (at == b->shape().size()) return reshape_to(*b, shape);
    throw Error(Code::shape, str("nn.Einsum \"", spec, "\": `b` is ", b->type(),
                                 ", expected one axis for each axis of the result ", y.type(),
                                 " that the weights name"));
  }
};

Shape sizes_of(const Ints& sizes, std::string_view maker, std::string_view parameter) {
  Shape out;
  for (int64_t size : sizes) {
    need_size(size, maker, parameter);
    out.emplace_back(size);
  }
  return out;
}

// NOLINTNEXTLINE(*-function-size): the parameters of the builtin
LinearGeneral linear_general(KeySource& keys, const Ints& in, const Ints& out, const Ints& axes,
                             const Ints& batch, bool bias) {
  constexpr std::string_view maker = "nn.linear_general";
  if (in.size() != axes.size() || out.empty()) {
    Error error(
        Code::value,
        str(maker, ": `in_features` has ", in.size(), " sizes, `axes` has ", axes.size(),
            " and `out_features` has ", out.size(),
            ", expected one size of `in_features` per axis, and at least one of `out_features`"));
    throw labelled(std::move(error), "axes");
  }
  Shape shape = sizes_of(batch, maker, "batch"), b = shape;
  for (Extent size : sizes_of(in, maker, "in_features")) shape.push_back(size);
  for (Extent size : sizes_of(out, maker, "out_features")) {
    shape.push_back(size);
    b.push_back(size);
  }
  LinearGeneral layer;
  layer.w = drawn_weights(keys.sole(), shape, out.size());
  if (bias) {
    keys.pass();
    layer.b = zeros(b);
  }
  layer.axes = axes;
  layer.batch = std::ssize(batch);
  return layer;
}

Einsum einsum_layer(KeySource& keys, const std::string& spec, const Shape& shape,
                    const std::optional<Shape>& bias) {
  Einsum layer;
  layer.spec = spec;
  layer.w = lecun_normal(keys.sole(), shape, Dtype::f32);
  if (bias) {
    keys.pass();
    layer.b = zeros(*bias);
  }
  return layer;
}

}  // namespace

extern const Struct nn_linear_general_struct = {
    .name = "nn.LinearGeneral",
    .brief =
        "Linear layer over several axes. It contracts axes of the input with the weights; the new "
        "axes come last.",
    .fields = {field<&LinearGeneral::w>("w: float[...]", "Weights, [batch..., in..., out...]."),
               field<&LinearGeneral::b>("b: float[...] = nil",
                                        "Bias, [batch..., out...]. If nil, no bias is added."),
               field<&LinearGeneral::axes>("const axes: int or (int, ...) = -1",
                                           "Axes of the input that are contracted."),
               field<&LinearGeneral::batch>("const batch: int = 0",
                                            "Number of leading axes of the input that have weights "
                                            "of their own (batch axes of the weights)."),
               field<&LinearGeneral::dtype>(layer_dtype_head, layer_dtype_text)},
    .methods = {method<&LinearGeneral::call>(
        "call(x: number[...]) -> number[...]",
        "Contracts the axes of `x` with the weights. The result has the batch axes, the other axes "
        "of `x`, and then the axes of `out_features`.")},
    .example = "nn.LinearGeneral(ones((2, 3, 4)), axes = (0, 1))(ones((2, 3)))  #> [6, 6, 6, 6]",
    .source = "flax.nnx.LinearGeneral",
};
const Struct& LinearGeneral::record() { return nn_linear_general_struct; }

extern const Struct nn_einsum_struct = {
    .name = "nn.Einsum",
    .brief = "Einsum layer: einsum(spec, x, w) + b.",
    .fields = {field<&Einsum::spec>(
                   "const spec: str",
                   "Subscripts: the letters of the axes of x, of w, and of the result."),
               field<&Einsum::w>("w: float[...]", "Weights."),
               field<&Einsum::b>(
                   "b: float[...] = nil",
                   "Bias over those axes of the result that `w` names. If nil, no bias is added."),
               field<&Einsum::dtype>(layer_dtype_head, layer_dtype_text)},
    .methods = {method<&Einsum::call>(
        "call(x: number[...]) -> number[...]",
        "Computes einsum(spec, x, w) + b. In `spec`, ... represents further axes of `x`.")},
    .example = "nn.Einsum(\"...d,dk->...k\", [[1.0], [2.0]])([3.0, 4.0])  #> [11]",
    .source = "flax.nnx.Einsum",
};
const Struct& Einsum::record() { return nn_einsum_struct; }

extern const Builtin nn_linear_general_builtin = {
    .signature =
        "nn.linear_general(inout key: key or nn.Rngs, in_features: int or (int, ...), "
        "out_features: int or (int, ...), axes: int or (int, ...) = -1, batch: int or (int, ...) = "
        "(), bias: bool = true) -> nn.LinearGeneral",
    .brief =
        "Creates a linear layer over several axes. It contracts axes of the input with the "
        "weights; the new axes come last. Weights are initialized by nn.lecun_normal, the bias by "
        "zeros.",
    .params = {{"key", layer_key_text},
               {"in_features", "Sizes of the contracted axes."},
               {"out_features", "Sizes of the new axes, which follow all other axes."},
               {"axes",
                "Axes of the input that are contracted, one for each size in `in_features`."},
               {"batch", "Sizes of the leading axes of the input that have weights of their own."},
               {"bias", "If true, a bias is added. If false, `b` is nil."}},
    .errors =
        "error[value] if a size is below 1, or `in_features` and `axes` have different lengths",
    .example =
        "nn.linear_general(rng.key(0), (2, 3), (4, 5), axes = (1, 2))(ones((7, 2, 3))).shape  #> "
        "(7, 4, 5)",
    .source = "flax.nnx.LinearGeneral",
    .call = bind<&linear_general>,
};

extern const Builtin nn_einsum_builtin = {
    .signature =
        "nn.einsum(inout key: key or nn.Rngs, spec: str, shape: shape, bias: shape = nil) -> "
        "nn.Einsum",
    .brief =
        "Creates an einsum layer: einsum(spec, x, w) + b. Weights are initialized by "
        "nn.lecun_normal, the bias by zeros.",
    .params = {{"key", layer_key_text},
               {"spec",
                "Subscripts: the letters of the axes of x, of the weights, and of the result, for "
                "example `\"nd,dhk->nhk\"`."},
               {"shape", "Shape of the weights."},
               {"bias",
                "Shape of the bias: the sizes of those axes of the result that the weights name. "
                "If nil, no bias is added."}},
    .errors = "error[shape] if `shape` has fewer than two axes",
    .example =
        "nn.einsum(rng.key(0), \"nta,hab->nthb\", (8, 2, 4), bias = (8, 4))(ones((16, 11, "
        "2))).shape  #> (16, 11, 8, 4)",
    .source = "flax.nnx.Einsum",
    .call = bind<&einsum_layer>,
};

}  // namespace rille
