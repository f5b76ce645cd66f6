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

// The last axis truncated, or padded with zeros at the end, to n elements.
Array of_length(const Array& x, int64_t n) {
  Ints none(static_cast<size_t>(x.rank()), 0), high = none;
  high.back() = n - x.shape().back().number();
  return high.back() == 0 ? x : pad(x, none, high);
}

void need_length(int64_t n, bool is_given) {
  if (n >= 1) return;
  if (is_given) {
    throw Error(Code::value, str(calling_name("fft"), ": `n` is ", n, ", expected >= 1")).label(1);
  }
  throw Error(Code::shape,
              str(calling_name("fft"), ": the transform length is ", n, ", expected >= 1"))
      .label(0);
}

// The factor that turns the norm of the primitive, "backward", into `how.norm`.
double scale_of(const FftAxis& how, int64_t n) {
  auto count = static_cast<double>(n);
  bool is_forward = how.kind == "fft" || how.kind == "rfft";
  if (how.norm == "ortho") return is_forward ? 1 / std::sqrt(count) : std::sqrt(count);
  if (how.norm == "forward") return is_forward ? 1 / count : count;
  return 1;
}

}  // namespace

Array transformed(const Array& x, const FftAxis& how) {
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

using OptionalLength = std::optional<int64_t>;
using fourier::axis_text, fourier::back_length_text, fourier::length_text, fourier::norm_text;
using fourier::source, fourier::wrong, fourier::x_text;

Array fft(const Array& x, OptionalLength n, int64_t axis, std::string norm) {
  return transformed(as_complex(x), {"fft", n, axis, std::move(norm)});
}
Array ifft(const Array& x, OptionalLength n, int64_t axis, std::string norm) {
  return transformed(as_complex(x), {"ifft", n, axis, std::move(norm)});
}
Array rfft(const Array& x, OptionalLength n, int64_t axis, std::string norm) {
  return transformed(as_real(x), {"rfft", n, axis, std::move(norm)});
}
Array irfft(const Array& x, OptionalLength n, int64_t axis, std::string norm) {
  return transformed(as_complex(x), {"irfft", n, axis, std::move(norm)});
}

// hfft is computed by an inverse transform and ihfft by a forward one, so the norm is swapped.
std::string other_norm(const std::string& norm) {
  return norm == "ortho" ? norm : norm == "forward" ? "backward" : "forward";
}
Array hfft(const Array& x, OptionalLength n, int64_t axis, std::string norm) {
  return transformed(conj(as_complex(x)), {"irfft", n, axis, other_norm(norm)});
}
Array ihfft(const Array& x, OptionalLength n, int64_t axis, std::string norm) {
  return conj(transformed(as_real(x), {"rfft", n, axis, other_norm(norm)}));
}

}  // namespace

extern const Builtin fft_fft_builtin = {
    .signature =
        "fft.fft(x: number[...], n: int = nil, axis: int = -1, norm: \"backward\" or \"forward\" "
        "or "
        "\"ortho\" = \"backward\") -> complex[...]",
    .brief =
        "Computes the discrete Fourier transform along an axis (FFT). Element k of the result is "
        "the sum over j of x[j] e^(-2 pi i j k / n).",
    .params = {{"x", x_text}, {"n", length_text}, {"axis", axis_text}, {"norm", norm_text}},
    .errors = wrong,
    .example = "fft.fft([1.0, 2.0, 3.0, 4.0])  #> [10+0i, -2+2i, -2+0i, -2-2i]",
    .source = source,
    .call = bind<&fft>,
};

extern const Builtin fft_ifft_builtin = {
    .signature =
        "fft.ifft(x: number[...], n: int = nil, axis: int = -1, norm: \"backward\" or \"forward\" "
        "or \"ortho\" = \"backward\") -> complex[...]",
    .brief =
        "Computes the inverse discrete Fourier transform along an axis. It is the inverse of "
        "`fft.fft`.",
    .params = {{"x", x_text}, {"n", length_text}, {"axis", axis_text}, {"norm", norm_text}},
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
        "Computes the discrete Fourier transform of real input along an axis. The result has the n "
        "// 2 + 1 nonnegative frequencies; the others are their complex conjugates.",
    .params = {{"x", x_text}, {"n", length_text}, {"axis", axis_text}, {"norm", norm_text}},
    .errors = wrong,
    .example = "fft.rfft([1.0, 2.0, 3.0, 4.0])  #> [10+0i, -2+2i, -2+0i]",
    .source = source,
    .call = bind<&rfft>,
};

extern const Builtin fft_irfft_builtin = {
    .signature =
        "fft.irfft(x: number[...], n: int = nil, axis: int = -1, norm: \"backward\" or \"forward\" "
        "or \"ortho\" = \"backward\") -> real[...]",
    .brief = "Computes the inverse of `fft.rfft`. The result has `n` real elements along the axis.",
    .params = {{"x", x_text}, {"n", back_length_text}, {"axis", axis_text}, {"norm", norm_text}},
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
        "Computes the discrete Fourier transform of a signal with Hermitian symmetry. The result "
        "has `n` real elements along the axis.",
    .params = {{"x", "First half of the signal, as `fft.ihfft` returns it."},
               {"n", back_length_text},
               {"axis", axis_text},
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
    .brief =
        "Computes the inverse of `fft.hfft`. The result has the first n // 2 + 1 elements of the "
        "Hermitian signal.",
    .params = {{"x", x_text}, {"n", length_text}, {"axis", axis_text}, {"norm", norm_text}},
    .errors = wrong,
    .example = "real(fft.ihfft([4.0, 2.0, 0.0, 2.0]))  #> [2, 1, 0]",
    .source = source,
    .call = bind<&ihfft>,
};

}  // namespace rille
