// image.resize: resizing by interpolation.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "stdlib/array/apply_op.h"
#include "vm/calling.h"
#include "vm/run/running.h"

// Each axis is multiplied by a matrix of weights from input to output positions.
// source: the kernels of Keys (1981) and Duchon (1979), with aligned pixel centers
namespace rille {
namespace {

enum class ResizeMethod : uint8_t { nearest, linear, cubic, lanczos3, lanczos5 };

ResizeMethod method_of(const std::string& name) {
  if (name == "nearest") return ResizeMethod::nearest;
  if (name == "linear") return ResizeMethod::linear;
  if (name == "cubic") return ResizeMethod::cubic;
  return name == "lanczos3" ? ResizeMethod::lanczos3 : ResizeMethod::lanczos5;
}

double lanczos(double x, double radius) {
  if (x > radius) return 0;
  if (x <= 1e-3) return 1;
  double angle = std::numbers::pi * x;
  return radius * std::sin(angle) * std::sin(angle / radius) / (angle * angle);
}

// The kernel at a distance x >= 0.
double kernel(ResizeMethod method, double x) {
  switch (method) {
    case ResizeMethod::lanczos3: return lanczos(x, 3);
    case ResizeMethod::lanczos5: return lanczos(x, 5);
    case ResizeMethod::cubic:
      if (x >= 2) return 0;
      return x >= 1 ? ((-0.5 * x + 2.5) * x - 4) * x + 2 : (1.5 * x - 2.5) * x * x + 1;
    default: return std::max(0.0, 1 - x);
  }
}

struct AxisSizes {
  int64_t from, to;
};

// The position of the center of an output pixel in input coordinates.
double centre(int64_t at, const AxisSizes& sizes) {
  return (static_cast<double>(at) + 0.5) * static_cast<double>(sizes.from) /
             static_cast<double>(sizes.to) -
         0.5;
}

// Weights [from, to]. With antialiasing, the kernel is widened when the axis shrinks.
Array weights(ResizeMethod method, const AxisSizes& sizes, bool antialias) {
  double step = static_cast<double>(sizes.from) / static_cast<double>(sizes.to);
  double width = antialias ? std::max(step, 1.0) : 1;
  Array out(Type(Dtype::f64, {sizes.from, sizes.to}));
  auto w = out.edit<double>();
  for (int64_t to = 0; to < sizes.to; ++to) {
    poll();
    double at = centre(to, sizes), total = 0;
    auto place = [&](int64_t from) { return static_cast<size_t>(from * sizes.to + to); };
    for (int64_t from = 0; from < sizes.from; ++from) {
      double one = kernel(method, std::abs(at - static_cast<double>(from)) / width);
      w[place(from)] = one;
      total += one;
    }
    bool counts = std::abs(total) > 1000.0 * std::numeric_limits<float>::epsilon();
    bool is_inside = at >= -0.5 && at <= static_cast<double>(sizes.from) - 0.5;
    for (int64_t from = 0; from < sizes.from; ++from) {
      w[place(from)] = counts && is_inside ? w[place(from)] / total : 0;
    }
  }
  return out;
}

Array nearest(const Array& x, int64_t axis, const AxisSizes& sizes) {
  Array places(Type(Dtype::i32, {sizes.to}));
  auto at = places.edit<int32_t>();
  for (int64_t i = 0; i < sizes.to; ++i) {
    auto place = static_cast<int64_t>(std::floor(centre(i, sizes) + 0.5));
    at[static_cast<size_t>(i)] =
        static_cast<int32_t>(std::clamp<int64_t>(place, 0, sizes.from - 1));
  }
  return take(x, places, axis);
}

Array resized(const Array& x, int64_t axis, const AxisSizes& sizes, ResizeMethod method,
              bool antialias) {
  if (sizes.from == 0 && sizes.to > 0) {
    throw labelled(Error(Code::shape, str("image.resize: axis ", axis, " of `x`, which is ",
                                          x.type(), ", is empty")),
                   "x");
  }
  if (method == ResizeMethod::nearest) return nearest(x, axis, sizes);
  Array w = convert(weights(method, sizes, antialias), x.dtype());
  return move_axis(matmul(move_axis(x, axis, -1), w), -1, axis);
}

Array image_resize(const Array& given, const Shape& shape, const std::string& method,
                   bool antialias) {
  if (static_cast<int>(shape.size()) != given.rank()) {
    throw Error(Code::shape, str("image.resize: `shape` is ", text(shape),
                                 ", expected one size for each axis of ", arg(0, "x"),
                                 ", which is ", given.type()))
        .label(0);
  }
  ResizeMethod how = method_of(method);
  Array out = how == ResizeMethod::nearest ? strong(given) : strong(inexact(given));
  for (size_t axis = 0; axis < shape.size(); ++axis) {
    AxisSizes sizes{out.shape()[axis].number(), shape[axis].number()};
    if (sizes.from == sizes.to) continue;
    out = resized(out, static_cast<int64_t>(axis), sizes, how, antialias);
  }
  return out;
}

}  // namespace

extern const Builtin image_resize_builtin = {
    .signature =
        "image.resize(x: number[...], shape: shape, method: \"nearest\" or \"linear\" or \"cubic\" "
        "or \"lanczos3\" or \"lanczos5\" = \"linear\", antialias: bool = true) -> number[...]",
    .brief = "Resizes an array to a shape by interpolation. Pixel centers are aligned.",
    .params =
        {{"x", "Image, or any array."},
         {"shape",
          "Size of each axis of the result. Axes whose size is unchanged are not interpolated."},
         {"method",
          "Interpolation method: the nearest pixel, or the kernel that weights neighboring "
          "pixels."},
         {"antialias", "If true, the kernel is widened along axes that shrink."}},
    .returns = "a float array; for `nearest`, an array with the dtype of `x`",
    .errors =
        "error[shape] if `shape` does not have one size for each axis, or an axis to be enlarged "
        "is empty",
    .example = "image.resize([[0.0, 1.0]], (1, 4))  #> [[0, 0.25, 0.75, 1]]",
    .source = "jax.image.resize",
    .call = bind<&image_resize>,
};

}  // namespace rille
