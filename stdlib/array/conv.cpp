// conv, conv_transpose: convolutions, channels last.
#include <algorithm>
#include <array>

#include "stdlib/array/apply_op.h"
#include "stdlib/array/precision.h"
#include "stdlib/array/window_params.h"
#include "vm/text.h"

namespace rille {
namespace {

// No axis has as many elements, and sums of such numbers do not overflow.
constexpr int64_t max_places = int64_t{1} << 40;

// Both operands in one dtype, x as [batch, spatial..., channels].
struct ConvolutionOperands {
  Array x, w;
  Shape front;         // the batch axes of x
  Ints extents, size;  // the sizes of the spatial axes of x, and of the kernel axes of w
};

std::string both_text(const Array& x, const Array& w) {
  return str(calling_name("conv"), ": ", arg(0, "x"), " is ", x.type(), " but ", arg(1, "w"),
             " is ", w.type());
}

void need_numbers(const Array& x, int at, std::string_view word) {
  if (is_number(x.dtype())) return;
  throw Error(Code::dtype, str(calling_name("conv"), ": ", arg(at, word), " is ", given(x),
                               ", expected numbers"))
      .label(at);
}

void need_axes(const Array& x, const Array& w) {
  if (w.rank() < 3) {
    throw Error(Code::shape, str(calling_name("conv"), ": ", arg(1, "w"), " is ", w.type(),
                                 ", expected [kernel..., in, out] with at least one kernel axis"))
        .label(1);
  }
  if (x.rank() >= w.rank() - 1) return;
  throw Error(Code::shape, both_text(x, w))
      .label(0, str("expected ", axes_text(static_cast<size_t>(w.rank() - 2)),
                    " of the kernel, then channels"))
      .label(1);
}

void need_channels(const Array& x, const Array& w, int64_t groups) {
  int64_t channels = x.shape().back().number();
  int64_t in = w.type().extent(w.rank() - 2).number(), out = w.shape().back().number();
  if (groups < 1 || out % groups != 0) {
    Error error(Code::value, str(calling_name("conv"), ": `groups` is ", groups,
                                 ", expected a divisor of the ", out, " output channels of w"));
    throw labelled(std::move(error), "groups");
  }
  if (channels % groups == 0 && channels / groups == in) return;
  std::string in_groups = groups == 1 ? "" : str(", ", groups, " groups");
  Error error(Code::shape, both_text(x, w));
  Error told = std::move(error)
                   .label(0, str("the last axis (", channels, " channels", in_groups,
                                 ") must match the input channels of ", arg(1, "w"), " (", in, ")"))
                   .label(1);
  int first = x.rank() - w.rank() + 1;  // the first spatial axis
  if (first >= 0 && x.type().extent(first).number() == in * groups) {
    throw std::move(told).help(str("channels come last: `move_axis(x, ", first, ", -1)`"));
  }
  bool divides = in > 0 && channels > in && channels % in == 0;
  if (groups == 1 && divides && out % (channels / in) == 0) {
    told.help(str("`groups = ", channels / in, "` matches these channels"));
  }
  throw told;
}

ConvolutionOperands operands_of(const Array& given_x, const Array& given_w, int64_t groups) {
  need_numbers(given_x, 0, "x");
  need_numbers(given_w, 1, "w");
  std::array<Array, 2> both{strong(given_x), strong(given_w)};
  promote_together(both);
  ConvolutionOperands out{.x = both[0], .w = both[1], .front = {}, .extents = {}, .size = {}};
  need_axes(out.x, out.w);
  need_channels(out.x, out.w, groups);
  Ints x = out.x.type().ints(), w = out.w.type().ints();
  auto axes = static_cast<std::ptrdiff_t>(w.size()) - 2;
  out.extents.assign(x.end() - 1 - axes, x.end() - 1);
  out.size.assign(w.begin(), w.begin() + axes);
  for (int64_t n : out.size) {
    if (n > 0) continue;
    throw Error(Code::shape, str(calling_name("conv"), ": ", arg(1, "w"), " is ", given(out.w),
                                 ", expected kernel axes of size 1 or more"))
        .label(1);
  }
  out.front.assign(out.x.shape().begin(), out.x.shape().end() - 1 - axes);
  int64_t batch = 1;
  for (Extent extent : out.front) batch = checked_product(batch, extent.number());
  Shape shape{batch};
  shape.insert(shape.end(), out.x.shape().end() - 1 - axes, out.x.shape().end());
  out.x = reshape_to(out.x, shape);
  return out;
}

Array slid(const ConvolutionOperands& in, WindowDims slide, int64_t groups,
           const std::optional<std::string>& precision = {}) {
  slide.size = {};
  Attrs attrs = attrs_of(
      slide, {{"feature_groups", groups}, {"batch_groups", int64_t{1}}, {"dtype", in.x.dtype()}});
  Array out = apply1(conv_op, {in.x, in.w}, with_chosen_precision(attrs, precision));
  Shape shape = in.front;
  shape.insert(shape.end(), out.shape().begin() + 1, out.shape().end());
  return reshape_to(out, shape);
}

// The parameters of `conv` other than the arrays.
struct ConvOptions {
  Ints strides;
  Value padding;
  Ints dilation;
  int64_t groups;
  std::optional<std::string> precision = {};
};

Array convolved(const Array& x, const Array& w, const ConvOptions& o) {
  ConvolutionOperands in = operands_of(x, w, o.groups);
  WindowDims slide = slide_over(in.extents, in.size, o.strides, o.padding, o.dilation);
  return slid(in, std::move(slide), o.groups, o.precision);
}

// NOLINTNEXTLINE(readability-function-size): the parameters of the builtin
Array conv_of(State& state, const Array& x, const Array& w, Ints strides, const Value& padding,
              Ints dilation, int64_t groups, std::optional<std::string> precision) {
  need_known(state, padding);
  return convolved(
      x, w, {std::move(strides), padding, std::move(dilation), groups, std::move(precision)});
}

Array conv_transpose_of(State& state, const Array& x, const Array& w, Ints strides,
                        const Value& padding, Ints dilation) {
  need_known(state, padding);
  return conv_transpose(x, w, strides, padding, dilation);
}

// The padding around x, which has strides - 1 zeros between its elements. With "same", the output
// size is the input size times the stride; with "valid", every position that the kernel overlaps is
// an output, as in jax.lax.conv_transpose.
Padding spread_padding(const ConvolutionOperands& in, const Ints& strides, const Ints& dilation,
                       const Value& padding) {
  if (!padding.is_string()) return padding_of(padding, in.size.size());
  bool same = padding.string() == "same";
  Padding out;
  for (size_t i = 0; i < in.size.size(); ++i) {
    int64_t window = checked_product(in.size[i] - 1, dilation[i]) + 1, stride = strides[i];
    int64_t all = window + stride - 2 + (same ? 0 : std::max<int64_t>(window - stride, 0));
    bool wide = !same || stride > window - 1;
    out.low.push_back(wide ? window - 1 : (all + 1) / 2);
    out.high.push_back(all - out.low.back());
  }
  return out;
}

}  // namespace

std::string axes_text(size_t axes) { return str(axes, axes == 1 ? " axis" : " axes"); }

Ints for_axes(const Ints& numbers, size_t axes, std::string_view parameter) {
  bool good = numbers.size() == 1 || numbers.size() == axes;
  for (int64_t n : numbers) good = good && n >= 1 && n <= max_places;
  if (!good) {
    std::string got = numbers.size() == 1 ? str(numbers[0]) : str("(", join(numbers), ")");
    std::string each = axes == 1 ? "" : str(", or one for each of ", axes_text(axes));
    Error error(Code::value, str(calling_name("conv"), ": `", parameter, "` is ", got,
                                 ", expected an integer from 1 to 2^40", each));
    throw labelled(std::move(error), parameter);
  }
  return numbers.size() == 1 ? Ints(axes, numbers[0]) : numbers;
}

Padding padding_of(const Value& padding, size_t axes) {
  Values items = padding.is_tuple() ? padding.items() : Values(axes, padding);
  Padding out;
  bool good = items.size() == axes;
  auto whole = [&](const Value& item) -> int64_t {
    bool is_whole = item.is_leaf() && item.as_array().rank() == 0;
    good = good && is_whole && is_integer(item.as_array().dtype());
    int64_t number = good ? item.as_array().integer() : 0;
    good = good && number <= max_places && number >= -max_places;
    return number;
  };
  for (const Value& item : items) {
    bool is_pair = item.is_tuple() && item.items().size() == 2;
    out.low.push_back(whole(is_pair ? item.items()[0] : item));
    out.high.push_back(whole(is_pair ? item.items()[1] : item));
  }
  if (good) return out;
  std::string got = padding.is_string() ? str("\"", padding.string(), "\"") : text(padding);
  std::string many = axes == 1 ? "" : "an integer or ";
  Error error(Code::value, str(calling_name("conv"), ": `padding` is ", got,
                               ", expected \"same\", \"valid\", an integer, or ", many,
                               "(before, after) for each of ", axes_text(axes)));
  throw labelled(std::move(error), "padding");
}

WindowDims slide_over(const Ints& extents, const Ints& size, const Ints& strides,
                      const Value& padding, const Ints& dilation) {
  size_t axes = extents.size();
  WindowDims out{.size = for_axes(size, axes, "window_shape"),
                 .strides = for_axes(strides, axes, "strides"),
                 .low = Ints(axes, 0),
                 .high = Ints(axes, 0),
                 .base_dilation = Ints(axes, 1),
                 .window_dilation = for_axes(dilation, axes, "dilation")};
  bool is_word = padding.is_string() && (padding.string() == "same" || padding.string() == "valid");
  if (!is_word) {
    Padding numbers = padding_of(padding, axes);
    out.low = numbers.low;
    out.high = numbers.high;
    return out;
  }
  for (size_t i = 0; i < axes && padding.string() == "same"; ++i) {
    int64_t windows = (extents[i] + out.strides[i] - 1) / out.strides[i];
    int64_t window = checked_product(out.size[i] - 1, out.window_dilation[i]) + 1;
    int64_t all = std::max<int64_t>((windows - 1) * out.strides[i] + window - extents[i], 0);
    out.low[i] = all / 2;
    out.high[i] = all - all / 2;
  }
  return out;
}

Array conv(const Array& x, const Array& w, const Ints& strides, const Value& padding,
           const Ints& dilation, int64_t groups) {
  return convolved(x, w, {strides, padding, dilation, groups});
}

Array conv_transpose(const Array& x, const Array& w, const Ints& strides, const Value& padding,
                     const Ints& dilation) {
  ConvolutionOperands in = operands_of(x, w, 1);
  WindowDims slide = slide_over(in.extents, in.size, strides, padding, dilation);
  Padding around = spread_padding(in, slide.strides, slide.window_dilation, padding);
  slide.base_dilation = slide.strides;
  slide.strides = Ints(in.size.size(), 1);
  slide.low = around.low;
  slide.high = around.high;
  return slid(in, slide, 1);
}

extern const Builtin conv_builtin = {
    .signature =
        "conv(x: number[...], w: number[...], strides: int or (int, ...) = 1, padding: str or int "
        "or (int or (int, int), ...) = \"same\", dilation: int or (int, ...) = 1, groups: int = 1, "
        "precision: str = nil) -> number[...]",
    .brief =
        "Computes an N-dimensional convolution. Each output is the sum of products of the kernel "
        "and a window of `x`; the kernel is not reversed.",
    .params = {{"x",
                "Input [batch..., spatial..., channels], with any number of batch axes and one "
                "spatial axis for each kernel axis of `w`."},
               {"w", "Weights [kernel..., in, out], with one or more kernel axes."},
               {"strides",
                "Stride of the window: one number for all spatial axes or one for each."},
               {"padding",
                "Zero padding of the spatial axes. `\"same\"` yields ceil(size / stride) outputs "
                "along an axis; `\"valid\"` adds no padding. Numbers give the padding for all "
                "axes, for each axis, or as (before, after) for each axis. Negative numbers crop."},
               {"dilation",
                "Dilation rate of the kernel: the distance between kernel elements, one number for "
                "all spatial axes or one for each."},
               {"groups", "Number of feature groups; divides `out`. `x` has groups * in channels."},
               {"precision",
                "`\"default\"` or `\"fast\"`, as in `dot`. If nil, the precision of `jit` or of "
                "the script."}},
    .errors =
        "error[shape] if the channels or the number of axes do not match; error[value] if "
        "`strides`, `padding`, or `dilation` has the wrong count or range, `groups` does not "
        "divide the output channels, or `precision` is unknown; error[dtype] if an array is bool",
    .example =
        "conv([[1.0], [2.0], [3.0]], [[[1.0]], [[1.0]]], padding = \"valid\")  #> [[3],\n#>  [5]]",
    .source = "jax.lax.conv_general_dilated, channels last",
    .call = bind<&conv_of>,
};

extern const Builtin conv_transpose_builtin = {
    .signature =
        "conv_transpose(x: number[...], w: number[...], strides: int or (int, ...) = 1, padding: "
        "str or int or (int or (int, int), ...) = \"same\", dilation: int or (int, ...) = 1) -> "
        "number[...]",
    .brief =
        "Computes a transposed convolution: `conv` of `x` with strides - 1 zeros between its "
        "elements. It restores the input size of a convolution with the same strides.",
    .params =
        {{"x",
          "Input [batch..., spatial..., channels], with any number of batch axes and one spatial "
          "axis for each kernel axis of `w`."},
         {"w", "Weights [kernel..., in, out], with one or more kernel axes; not reversed."},
         {"strides",
          "Number of outputs for each element of `x`: one number for all spatial axes or one for "
          "each."},
         {"padding",
          "`\"same\"` yields strides outputs for each element; `\"valid\"` yields every output "
          "that the kernel reaches. Numbers are the padding of the dilated `x`, as in `conv`."},
         {"dilation",
          "Dilation rate of the kernel: the distance between kernel elements, one number for all "
          "spatial axes or one for each."}},
    .errors =
        "error[shape] if the channels or the number of axes do not match; error[value] if "
        "`strides`, `padding`, or `dilation` has the wrong count or range; error[dtype] if an "
        "array is bool",
    .example =
        "conv_transpose([[1.0], [2.0]], [[[1.0]], [[1.0]]], strides = 2)"
        "  #> [[1],\n#>  [1],\n#>  [2],\n#>  [2]]",
    .source = "jax.lax.conv_transpose, channels last",
    .call = bind<&conv_transpose_of>,
};

}  // namespace rille
