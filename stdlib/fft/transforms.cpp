// fft: discrete Fourier transforms along one axis.
#include "stdlib/fft/transforms.h"

#include <cmath>

namespace rille {

Array as_complex(const Array& x) {
  return is_complex(x.dtype()) ? strong(x) : strong(complex(x, Array(0.0)));
}
Array as_real(const Array& x) {
  Array out = strong(inexact(x));
  return out.dtype() == Dtype::f32 || out.dtype() == Dtype::f64 ? out : convert(out, Dtype::f32);
}

namespace {

// The first n of the last axis, zeros behind its end.
Array of_length(const Array& x, int64_t n) {
  Ints none(static_cast<size_t>(x.rank()), 0), high = none;
  high.back() = n - x.shape().back().number();
  return high.back() == 0 ? x : pad(x, none, high);
}

void need_length(int64_t n, bool is_given) {
  if (n >= 1) return;
  if (!is_given) throw Error(Code::shape, "a transform needs an element at least").label(0);
  throw Error(Code::value, str("n must be above 0, got ", n)).label(1);
}

// What multiplies a transform, which divides by n backward itself.
double scale_of(const Along& how, int64_t n) {
  auto count = static_cast<double>(n);
  bool is_forward = how.kind == "fft" || how.kind == "rfft";
  if (how.norm == "ortho") return is_forward ? 1 / std::sqrt(count) : std::sqrt(count);
  if (how.norm == "forward") return is_forward ? 1 / count : count;
  return 1;
}

}  // namespace

Array transformed(const Array& x, const Along& how) {
  int64_t axis = axis_of(how.axis, x);
  Array moved = move_axis(x, axis, -1);
  int64_t own = moved.shape().back().number();
  int64_t n = how.n ? *how.n : how.kind == "irfft" ? 2 * (own - 1) : own;
  need_length(n, how.n.has_value());
  moved = of_length(moved, how.kind == "irfft" ? n / 2 + 1 : n);
  Array out = apply1(fft_op, {moved}, {{"kind", how.kind}, {"n", n}});
  double scale = scale_of(how, n);
  if (scale != 1) out = out * Array(scale);
  return move_axis(out, -1, axis);
}

namespace {

using Length = std::optional<int64_t>;
using fourier::length_text, fourier::norm_text, fourier::source, fourier::wrong;

Array fft(const Array& x, Length n, int64_t axis, std::string norm) {
  return transformed(as_complex(x), {"fft", n, axis, std::move(norm)});
}
Array ifft(const Array& x, Length n, int64_t axis, std::string norm) {
  return transformed(as_complex(x), {"ifft", n, axis, std::move(norm)});
}
Array rfft(const Array& x, Length n, int64_t axis, std::string norm) {
  return transformed(as_real(x), {"rfft", n, axis, std::move(norm)});
}
Array irfft(const Array& x, Length n, int64_t axis, std::string norm) {
  return transformed(as_complex(x), {"irfft", n, axis, std::move(norm)});
}

// The transform back of what is real there divides by n where the one forward does not, and the
// other way round.
std::string other_norm(const std::string& norm) {
  return norm == "ortho" ? norm : norm == "forward" ? "backward" : "forward";
}
Array hfft(const Array& x, Length n, int64_t axis, std::string norm) {
  return transformed(conj(as_complex(x)), {"irfft", n, axis, other_norm(norm)});
}
Array ihfft(const Array& x, Length n, int64_t axis, std::string norm) {
  return conj(transformed(as_real(x), {"rfft", n, axis, other_norm(norm)}));
}

}  // namespace

extern const Builtin fft_fft_builtin = {
    .signature =
        "fft.fft(x: number[...], n: int = nil, axis: int = -1, norm: \"backward\" or \"forward\" "
        "or "
        "\"ortho\" = \"backward\") -> complex[...]",
    .brief = "The discrete Fourier transform along an axis: sums of x[j] e^(-2 pi i j k / n).",
    .params = {{"n", length_text}, {"norm", norm_text}},
    .errors = wrong,
    .example = "fft.fft([1.0, 2.0, 3.0, 4.0])  #> [10+0i, -2+2i, -2+0i, -2-2i]",
    .source = source,
    .call = bind<&fft>,
};

extern const Builtin fft_ifft_builtin = {
    .signature =
        "fft.ifft(x: number[...], n: int = nil, axis: int = -1, norm: \"backward\" or \"forward\" "
        "or \"ortho\" = \"backward\") -> complex[...]",
    .brief = "The inverse of fft.fft.",
    .params = {{"n", length_text}, {"norm", norm_text}},
    .errors = wrong,
    .example = "real(fft.ifft(fft.fft([1.0, 2.0, 3.0])))  #> [1, 2, 3]",
    .source = source,
    .call = bind<&ifft>,
};

extern const Builtin fft_rfft_builtin = {
    .signature =
        "fft.rfft(x: real[...], n: int = nil, axis: int = -1, norm: \"backward\" or \"forward\" or "
        "\"ortho\" = \"backward\") -> complex[...]",
    .brief =
        "The first n // 2 + 1 numbers of fft.fft of real ones; the others are their conjugates.",
    .params = {{"n", length_text}, {"norm", norm_text}},
    .errors = wrong,
    .example = "fft.rfft([1.0, 2.0, 3.0, 4.0])  #> [10+0i, -2+2i, -2+0i]",
    .source = source,
    .call = bind<&rfft>,
};

extern const Builtin fft_irfft_builtin = {
    .signature =
        "fft.irfft(x: number[...], n: int = nil, axis: int = -1, norm: \"backward\" or \"forward\" "
        "or \"ortho\" = \"backward\") -> real[...]",
    .brief = "The inverse of fft.rfft: n real numbers.",
    .params = {{"n", "how many numbers there are; nil: an even count, of 2 (axis - 1)"},
               {"norm", norm_text}},
    .errors = wrong,
    .example = "fft.irfft(fft.rfft([1.0, 2.0, 3.0]), 3)  #> [1, 2, 3]",
    .source = source,
    .call = bind<&irfft>,
};

extern const Builtin fft_hfft_builtin = {
    .signature =
        "fft.hfft(x: number[...], n: int = nil, axis: int = -1, norm: \"backward\" or \"forward\" "
        "or \"ortho\" = \"backward\") -> real[...]",
    .brief =
        "fft.fft of n numbers whose second half mirrors the first as conjugates: n real ones. x is "
        "the first half, as fft.ihfft gives it.",
    .params = {{"n", "how many numbers there are; nil: an even count, of 2 (axis - 1)"},
               {"norm", norm_text}},
    .errors = wrong,
    .example = "fft.hfft([2.0, 1.0, 0.0])  #> [4, 2, 0, 2]",
    .source = source,
    .call = bind<&hfft>,
};

extern const Builtin fft_ihfft_builtin = {
    .signature =
        "fft.ihfft(x: real[...], n: int = nil, axis: int = -1, norm: \"backward\" or \"forward\" "
        "or \"ortho\" = \"backward\") -> complex[...]",
    .brief = "The inverse of fft.hfft: the first n // 2 + 1 numbers.",
    .params = {{"n", length_text}, {"norm", norm_text}},
    .errors = wrong,
    .example = "real(fft.ihfft([4.0, 2.0, 0.0, 2.0]))  #> [2, 1, 0]",
    .source = source,
    .call = bind<&ihfft>,
};

}  // namespace rille
