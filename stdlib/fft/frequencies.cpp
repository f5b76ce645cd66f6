// What the numbers of a Fourier transform stand for.
#include "stdlib/array/apply_op.h"

namespace rille {
namespace {

void need_count(int64_t n) {
  if (n < 1) throw Error(Code::value, str("n must be above 0, got ", n)).label(0);
}

// 0, 1, …, and then the negative ones up to -1, each over n d.
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
    .brief = "The frequencies of what fft.fft gives for n samples, d apart, in turns.",
    .params = {{"n", "how many samples there are"}, {"d", "the time between two samples"}},
    .errors = "error[value] where n is below 1",
    .example = "fft.fftfreq(5)  #> [0, 0.2, 0.4, -0.4, -0.2]",
    .source = "numpy.fft.fftfreq",
    .call = bind<&fftfreq>,
};

extern const Builtin fft_rfftfreq_builtin = {
    .signature = "fft.rfftfreq(n: int, d: real = 1.0) -> f32[...]",
    .brief = "The frequencies of what fft.rfft gives for n samples, d apart, in turns.",
    .params = {{"n", "how many samples there are"}, {"d", "the time between two samples"}},
    .errors = "error[value] where n is below 1",
    .example = "fft.rfftfreq(5)  #> [0, 0.2, 0.4]",
    .source = "numpy.fft.rfftfreq",
    .call = bind<&rfftfreq>,
};

extern const Builtin fft_fftshift_builtin = {
    .signature = "fft.fftshift(x: any[...], axes: int or (int, ...) = nil) -> any[...]",
    .brief = "x with the frequency 0 moved to the middle of each axis.",
    .params = {{"axes", "nil: all"}},
    .errors = "error[shape] where there is no such axis",
    .example = "fft.fftshift(fft.fftfreq(5))  #> [-0.4, -0.2, 0, 0.2, 0.4]",
    .source = "numpy.fft.fftshift",
    .call = bind<&fftshift>,
};

extern const Builtin fft_ifftshift_builtin = {
    .signature = "fft.ifftshift(x: any[...], axes: int or (int, ...) = nil) -> any[...]",
    .brief = "The inverse of fft.fftshift.",
    .params = {{"axes", "nil: all"}},
    .errors = "error[shape] where there is no such axis",
    .example = "fft.ifftshift(fft.fftshift([1, 2, 3]))  #> [1, 2, 3]",
    .source = "numpy.fft.ifftshift",
    .call = bind<&ifftshift>,
};

}  // namespace rille
