// nn.max_pool, min_pool, avg_pool, pool: window reductions.
#include "stdlib/array/apply_op.h"
#include "stdlib/array/reduce.h"
#include "stdlib/array/window_params.h"
#include "vm/call.h"
#include "vm/calling.h"
#include "vm/text.h"

namespace rille {
namespace {

// Returns the windows over all axes of x. They extend along the axes before the channels: as many
// as `size` has numbers, or, if `size` is one number, all axes except the first and the last.
WindowDims pool_slide(const Array& x, const Ints& size, const Ints& strides, const Value& padding,
                      const Ints& dilation) {
  Ints extents = x.type().ints();
  size_t axes = size.size() > 1 ? size.size() : std::max<size_t>(extents.size(), 3) - 2;
  if (extents.size() < axes + 1) {
    throw Error(Code::shape, str(calling_name("pool"), ": ", arg(0, "x"), " is ", given(x),
                                 ", expected ", axes_text(axes), " to pool, followed by channels"))
        .label(0);
  }
  size_t before = extents.size() - axes - 1;
  auto from = extents.begin() + static_cast<std::ptrdiff_t>(before);
  WindowDims out = slide_over(Ints(from, extents.end() - 1), size, strides.empty() ? size : strides,
                              padding, dilation);
  auto whole = [&](Ints& list, int64_t number) {
    list.insert(list.begin(), before, number);
    list.push_back(number);
  };
  for (Ints* list : {&out.size, &out.strides, &out.base_dilation, &out.window_dilation}) {
    whole(*list, 1);
  }
  for (Ints* list : {&out.low, &out.high}) whole(*list, 0);
  return out;
}

Array max_pool(State& state, const Array& given, Ints size, Ints strides, const Value& padding,
               Ints dilation) {
  need_known(state, padding);
  Array x = strong(given);
  return apply1(window_max_op, {x}, attrs_of(pool_slide(x, size, strides, padding, dilation)));
}

Array min_pool(State& state, const Array& given, Ints size, Ints strides, const Value& padding,
               Ints dilation) {
  need_known(state, padding);
  Array x = strong(given);
  return apply1(window_min_op, {x}, attrs_of(pool_slide(x, size, strides, padding, dilation)));
}

Array avg_pool(State& state, const Array& given, Ints size, Ints strides, const Value& padding,
               bool count_padding) {
  need_known(state, padding);
  Array own = strong(inexact(given)), x = wide(own);  // sums of f16 may overflow it
  WindowDims slide = pool_slide(x, size, strides, padding, {1});
  Array sum = apply1(window_sum_op, {x}, attrs_of(slide));
  if (!count_padding) {
    Array counts = apply1(window_sum_op, {ones(x.shape(), x.dtype())}, attrs_of(slide));
    return as_dtype(sum / counts, own.dtype());
  }
  double count = 1;
  for (int64_t n : slide.size) count *= static_cast<double>(n);
  return as_dtype(sum / count, own.dtype());
}

// Iterates over the positions within a window. `here` returns the elements of x at the current
// position of all windows.
class WindowPositions {
 public:
  WindowPositions(const Array& x, const WindowDims& slide, const Array& around)
      : x_(pad(x, slide.low, slide.high, around)), slide_(slide), at_(slide.size.size(), 0) {
    for (size_t i = 0; i < slide.size.size(); ++i) {
      int64_t extent = x_.shape()[i].number();
      int64_t reach = (slide.size[i] - 1) * slide.window_dilation[i];
      counts_.push_back(extent <= reach ? 0 : (extent - reach - 1) / slide.strides[i] + 1);
    }
  }

  Array here() const {
    Array out = x_;
    for (size_t i = 0; i < at_.size(); ++i) {
      int64_t start = at_[i] * slide_.window_dilation[i];
      out = slice_axis(out, static_cast<int64_t>(i), counts_[i] == 0 ? 0 : start, counts_[i],
                       slide_.strides[i]);
    }
    return out;
  }

  bool next() {
    for (size_t i = at_.size(); i-- > 0;) {
      if (++at_[i] < slide_.size[i]) return true;
      at_[i] = 0;
    }
    return false;
  }

 private:
  Array x_;
  const WindowDims& slide_;
  Ints at_, counts_ = {};
};

// NOLINTNEXTLINE(readability-function-size): the builtin's parameters
Array pool(State& state, const Array& given, const Array& init, const Function& f, const Ints& size,
           const Ints& strides, const Value& padding, const Ints& dilation) {
  need_known(state, padding);
  Array x = strong(given);
  if (init.rank() != 0) {
    throw labelled(
        Error(Code::shape, str("nn.pool: `init` is ", init.type(), ", expected a scalar")), "init");
  }
  Array begin = convert(init, x.dtype());
  WindowDims slide = pool_slide(x, size, strides, padding, dilation);
  WindowPositions places(x, slide, begin);
  Array out = broadcast(begin, places.here().shape());
  do {
    Value made = call(f, {Value(out), Value(places.here())});
    if (!made.is_leaf() || made.as_array().shape() != out.shape()) {
      throw labelled(
          Error(Code::type, str("nn.pool: `f` returned ", kind_text(made), " for two arrays of ",
                                out.type(), ", expected an array of their shape")),
          "f");
    }
    out = convert(made.as_array(), x.dtype());
  } while (places.next());
  return out;
}

constexpr std::string_view pools_x_text = "Input, [batch..., spatial..., channels].";
constexpr std::string_view window_text =
    "Window size. One number applies to all axes between the first and the last; n numbers apply "
    "to the n axes before the channels.";
constexpr std::string_view strides_text =
    "Strides: the distance between windows. One number for all spatial axes, or one for each. If "
    "nil, it is the window size.";
constexpr std::string_view padding_text =
    "Padding mode or amounts. `\"valid\"`: no padding. `\"same\"`: one window per stride. One "
    "number pads both sides of all spatial axes. A tuple holds a number or (before, after) for "
    "each axis.";
constexpr std::string_view dilation_text =
    "Dilation: the distance between the elements of a window. One number for all spatial axes, or "
    "one for each.";
constexpr std::string_view pools_errors_text =
    "error[shape] if `x` has too few axes; error[value] if `window_shape`, `strides`, `padding`, "
    "or `dilation` has neither one number nor one per spatial axis";

}  // namespace

extern const Builtin nn_max_pool_builtin = {
    .signature =
        "nn.max_pool(x: real[...], window_shape: int or (int, ...), strides: int or (int, ...) = "
        "nil, padding: str or int or (int or (int, int), ...) = \"valid\", dilation: int or (int, "
        "...) = 1) -> real[...]",
    .brief =
        "Computes max pooling: the maximum of each window over the spatial axes. The gradient goes "
        "to the first of equal elements.",
    .params = {{"x", pools_x_text},
               {"window_shape", window_text},
               {"strides", strides_text},
               {"padding", padding_text},
               {"dilation", dilation_text}},
    .errors = pools_errors_text,
    .example = "nn.max_pool([[[1.0], [3.0], [2.0], [4.0]]], 2)  #> [[[3],\n#>   [4]]]",
    .source = "flax.linen.max_pool",
    .call = bind<&max_pool>,
};

extern const Builtin nn_min_pool_builtin = {
    .signature =
        "nn.min_pool(x: real[...], window_shape: int or (int, ...), strides: int or (int, ...) = "
        "nil, padding: str or int or (int or (int, int), ...) = \"valid\", dilation: int or (int, "
        "...) = 1) -> real[...]",
    .brief =
        "Computes min pooling: the minimum of each window over the spatial axes. The gradient goes "
        "to the first of equal elements.",
    .params = {{"x", pools_x_text},
               {"window_shape", window_text},
               {"strides", strides_text},
               {"padding", padding_text},
               {"dilation", dilation_text}},
    .errors = pools_errors_text,
    .example = "nn.min_pool([[[1.0], [3.0], [2.0], [4.0]]], 2)  #> [[[1],\n#>   [2]]]",
    .source = "flax.linen.pooling.min_pool",
    .call = bind<&min_pool>,
};

extern const Builtin nn_pool_builtin = {
    .signature =
        "nn.pool(x: number[...], init: number, f: fn(x, y), window_shape: int or (int, ...), "
        "strides: int or (int, ...) = nil, padding: str or int or (int or (int, int), ...) = "
        "\"valid\", dilation: int or (int, ...) = 1) -> number[...]",
    .brief = "Computes pooling with a custom reduction `f` over each window.",
    .params =
        {{"x", pools_x_text},
         {"init", "Initial value of the reduction, and the value of the padding."},
         {"f",
          "Elementwise reduction of two arrays, for example `maximum` or `(x, y) => x * y`. The "
          "order of reduction is unspecified, so it should be associative and commutative."},
         {"window_shape", window_text},
         {"strides", strides_text},
         {"padding", padding_text},
         {"dilation", dilation_text}},
    .errors =
        "error[shape] if `x` has too few axes or `init` is not a scalar; error[type] if `f` does "
        "not return an array of the shape of its arguments",
    .example =
        "nn.pool([[[1.0], [3.0], [2.0], [4.0]]], 1.0, (x, y) => x * y, 2)  #> [[[3],\n#>   [8]]]",
    .source = "flax.nnx.pool",
    .call = bind<&pool>,
};

extern const Builtin nn_avg_pool_builtin = {
    .signature =
        "nn.avg_pool(x: number[...], window_shape: int or (int, ...), strides: int or (int, ...) = "
        "nil, padding: str or int or (int or (int, int), ...) = \"valid\", count_include_pad: bool "
        "= true) -> number[...]",
    .brief = "Computes average pooling: the mean of each window over the spatial axes.",
    .params = {{"x", pools_x_text},
               {"window_shape", window_text},
               {"strides", strides_text},
               {"padding", padding_text},
               {"count_include_pad",
                "If true, padding counts as zeros in the mean. If false, the mean is over elements "
                "of `x` only."}},
    .errors = pools_errors_text,
    .example = "nn.avg_pool([[[1.0], [3.0], [2.0], [4.0]]], 2)  #> [[[2],\n#>   [3]]]",
    .source = "flax.linen.avg_pool",
    .call = bind<&avg_pool>,
};

}  // namespace rille
