// fft.fftfreq, rfftfreq, fftshift, ifftshift.
#include "stdlib/array/apply_op.h"

namespace rille {
namespace {

void need_count(int64_t n) {
  if (n >= 1) return;
  throw Error(Code::value, str(calling_name("fft.fftfreq"), ": `n` is ", n, ", expected >= 1"))
      .label(0);
}

// 0, 1, …, then the negative frequencies up to -1, each divided by n d.
Array fftfreq(int64_t n, double d) {
  need_count(n);
  int64_t half = (n + 1) / 2;
  Array places = concat({arange(0, half), arange(-(n / 2), 0)});
  return convert(places, Dtype::f32) / Array(static_cast<double>(n) * d);
}

Array rfftfreq(int64_t n, double d) {
  need_count(n);
  return convert(arange(0, n / 2 + 1), Dtype::f32) / Array(static_cast<double>(n) * d);
}

Array shifted(const Array& x, const Axes& axes, bool back) {
  Ints each = axes_of(axes, x), by;
  for (int64_t axis : each) {
    int64_t n = x.shape()[static_cast<size_t>(axis)].number();
    by.push_back(back ? -(n / 2) : n / 2);
  }
  return each.empty() ? x : roll(x, by, each);
}
Array fftshift(const Array& x, const Axes& axes) { return shifted(x, axes, false); }
Array ifftshift(const Array& x, const Axes& axes) { return shifted(x, axes, true); }

}  // namespace

extern const Builtin fft_fftfreq_builtin = {
    .signature = "fft.fftfreq(n: int, d: real = 1.0) -> f32[n]",
    .brief =
        "Returns the frequencies of the bins of `fft.fft` for `n` samples. The unit is cycles per "
        "unit of `d`; the negative frequencies follow the nonnegative ones.",
    .params = {{"n", "Number of samples, ≥ 1."}, {"d", "Spacing of the samples."}},
    .errors = "error[value] if `n` is below 1",
    .example = "fft.fftfreq(5)  #> [0, 0.2, 0.4, -0.4, -0.2]",
    .source = "numpy.fft.fftfreq",
    .call = bind<&fftfreq>,
};

extern const Builtin fft_rfftfreq_builtin = {
    .signature = "fft.rfftfreq(n: int, d: real = 1.0) -> f32[...]",
    .brief =
        "Returns the frequencies of the bins of `fft.rfft` for `n` samples. The unit is cycles per "
        "unit of `d`.",
    .params = {{"n", "Number of samples, ≥ 1."}, {"d", "Spacing of the samples."}},
    .returns = "n // 2 + 1 nonnegative frequencies in ascending order",
    .errors = "error[value] if `n` is below 1",
    .example = "fft.rfftfreq(5)  #> [0, 0.2, 0.4]",
    .source = "numpy.fft.rfftfreq",
    .call = bind<&rfftfreq>,
};

extern const Builtin fft_fftshift_builtin = {
    .signature = "fft.fftshift(x: any[...], axes: int or (int, ...) = nil) -> any[...]",
    .brief = "Shifts the zero frequency to the center of each axis.",
    .params = {{"x", "Array in the bin order of `fft.fft`."},
               {"axes", "Axis or axes to shift. If nil, all axes."}},
    .errors = "error[shape] if an axis does not exist or is named twice",
    .example = "fft.fftshift(fft.fftfreq(5))  #> [-0.4, -0.2, 0, 0.2, 0.4]",
    .source = "numpy.fft.fftshift",
    .call = bind<&fftshift>,
};

extern const Builtin fft_ifftshift_builtin = {
    .signature = "fft.ifftshift(x: any[...], axes: int or (int, ...) = nil) -> any[...]",
    .brief = "Computes the inverse of `fft.fftshift`: shifts the zero frequency to index 0.",
    .params = {{"x", "Array with the zero frequency in the center."},
               {"axes", "Axis or axes to shift. If nil, all axes."}},
    .errors = "error[shape] if an axis does not exist or is named twice",
    .example = "fft.ifftshift(fft.fftshift([1, 2, 3]))  #> [1, 2, 3]",
    .source = "numpy.fft.ifftshift",
    .call = bind<&ifftshift>,
};

}  // namespace rille
