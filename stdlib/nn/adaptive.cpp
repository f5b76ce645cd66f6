// nn.adaptive_avg_pool, nn.adaptive_max_pool: adaptive pools.
#include "stdlib/nn/layers.h"
#include "vm/bind.h"
#include "vm/calling.h"

namespace rille {
namespace {

constexpr int64_t max_parts = 1 << 20;  // each window is an operation of its own

// Window i of n elements in m windows is floor(i n / m) to ceil((i + 1) n / m), as in PyTorch.
template <class F>
Array along(const Array& x, int64_t axis, int64_t parts, F fold) {
  int64_t size = x.shape()[static_cast<size_t>(axis)].number();
  if (size % parts == 0) {
    Shape shape = x.shape();
    shape[static_cast<size_t>(axis)] = size / parts;
    shape.insert(shape.begin() + static_cast<std::ptrdiff_t>(axis), Extent(parts));
    return fold(reshape_to(x, shape), axis + 1, false);
  }
  Arrays out;
  for (int64_t i = 0; i < parts; ++i) {
    int64_t from = i * size / parts, to = ((i + 1) * size + parts - 1) / parts;
    out.push_back(fold(slice_axis(x, axis, from, to - from), axis, true));
  }
  return concat(out, axis);
}

// Pools the axes of x before its channels: as many as `size` has numbers, or, if `size` is one
// number, all axes except the first and the last (the first one of two).
template <class F>
Array pooled(const Array& given, const Ints& size, F fold) {
  Array x = strong(given);
  size_t axes = size.size() > 1 ? size.size() : std::max<size_t>(x.shape().size(), 3) - 2;
  if (x.shape().size() < axes + 1) {
    throw Error(Code::shape,
                str(calling_name("pool"), ": `x` is ", given.type(), ", expected at least ",
                    axes + 1, " axes: ", axes, " spatial axes to pool, and channels"))
        .label(0);
  }
  if (size.empty()) {
    throw labelled(Error(Code::value, str(calling_name("pool"),
                                          ": `output_size` is (), expected one size or more")),
                   "output_size");
  }
  size_t first = x.shape().size() - axes - 1;
  for (size_t i = 0; i < axes; ++i) {
    int64_t parts = size[size.size() > 1 ? i : 0];
    need_size(parts, calling_name("pool"), "output_size", max_parts);
    if (x.shape()[first + i].number() == 0) {
      throw Error(Code::shape, str(calling_name("pool"), ": `x` is ", given.type(),
                                   ", expected spatial axes that are not empty"))
          .label(0);
    }
    x = along(x, static_cast<int64_t>(first + i), parts, fold);
  }
  return x;
}

Array adaptive_avg_pool(const Array& x, const Ints& size) {
  return pooled(inexact(x), size, [](const Array& part, int64_t axis, bool keep) {
    return mean(part, Ints{axis}, keep);
  });
}

Array adaptive_max_pool(const Array& x, const Ints& size) {
  return pooled(x, size, [](const Array& part, int64_t axis, bool keep) {
    return max(part, Ints{axis}, keep);
  });
}

constexpr std::string_view adaptive_x_text =
    "Input [batch..., spatial..., channels], or [spatial, channels] with one spatial axis.";
constexpr std::string_view size_text =
    "Output size of the spatial axes, from 1 to 2^20. One number applies to all axes between the "
    "first and the last; n numbers apply to the n axes before the channels.";
constexpr std::string_view errors_text =
    "error[value] if a size is not from 1 to 2^20; error[shape] if `x` has too few axes or an "
    "empty spatial axis";

}  // namespace

extern const Builtin nn_adaptive_avg_pool_builtin = {
    .signature = "nn.adaptive_avg_pool(x: real[...], output_size: int or (int, ...)) -> float[...]",
    .brief =
        "Computes adaptive average pooling: the mean of `output_size` windows along each spatial "
        "axis. The windows cover the axis in sizes as equal as possible, and overlap if "
        "`output_size` does not divide it.",
    .params = {{"x", adaptive_x_text}, {"output_size", size_text}},
    .errors = errors_text,
    .example = "nn.adaptive_avg_pool(reshape(arange(5.0), (1, 5, 1)), 2)[0, :, 0]  #> [1, 3]",
    .source = "torch.nn.AdaptiveAvgPool2d, channels last",
    .call = bind<&adaptive_avg_pool>,
};

extern const Builtin nn_adaptive_max_pool_builtin = {
    .signature = "nn.adaptive_max_pool(x: real[...], output_size: int or (int, ...)) -> real[...]",
    .brief =
        "Computes adaptive max pooling: the maximum of `output_size` windows along each spatial "
        "axis. The windows cover the axis in sizes as equal as possible, and overlap if "
        "`output_size` does not divide it.",
    .params = {{"x", adaptive_x_text}, {"output_size", size_text}},
    .errors = errors_text,
    .example = "nn.adaptive_max_pool(reshape(arange(5.0), (1, 5, 1)), 2)[0, :, 0]  #> [2, 4]",
    .source = "torch.nn.AdaptiveMaxPool2d, channels last",
    .call = bind<&adaptive_max_pool>,
};

}  // namespace rille
