// fft: discrete Fourier transforms along several axes.
#include <algorithm>
#include <span>
#include <vector>

#include "stdlib/fft/transforms.h"

namespace rille {
namespace {

constexpr std::string_view wrong =
    "error[dtype] if `x` is not numeric; error[shape] if an axis does not exist, is empty, or is "
    "named twice, or if a real transform has no axis; error[value] if `s` does not have one length "
    "per axis, or if a length is below 1";
constexpr std::string_view lengths_text =
    "Length of the transform along each axis: `x` is truncated, or padded with zeros at the end. "
    "If nil, the sizes of the axes.";
constexpr std::string_view back_text =
    "Length of the result along each axis. If nil, the sizes of the axes, and 2 (m - 1) for the "
    "last axis of size m.";
constexpr std::string_view axes_text =
    "Axes to transform. A real transform is along the last of them. If nil, the last axes, one per "
    "length in `s`; all axes if `s` is nil, too.";
constexpr std::string_view two_text =
    "The two axes to transform. A real transform is along the second. If nil, the last axes, one "
    "per length in `s`; all axes if `s` is nil, too.";
using fourier::norm_text, fourier::source, fourier::x_text;

// One axis of the transform and the length along it.
struct TransformAxis {
  int64_t axis;
  std::optional<int64_t> n;
};

std::vector<TransformAxis> taken_of(const Array& x, const Axes& s, const Axes& axes) {
  std::vector<TransformAxis> out;
  if (axes) {
    for (int64_t axis : *axes) out.push_back({axis_of(axis, x, "axes"), {}});
  } else {
    int64_t first = s ? x.rank() - static_cast<int64_t>(s->size()) : 0;
    if (first < 0) {
      throw Error(Code::shape, str(calling_name("fft"), ": `s` has ", s->size(),
                                   " lengths, but `x` is ", given(x)));
    }
    for (int64_t axis = first; axis < x.rank(); ++axis) out.push_back({axis, {}});
  }
  for (size_t i = 0; i < out.size(); ++i) {
    auto same = [&](const TransformAxis& other) { return other.axis == out[i].axis; };
    if (std::ranges::count_if(out, same) > 1) {
      throw labelled(Error(Code::shape, str(calling_name("fft"), ": axis ", out[i].axis,
                                            " is named twice in `axes`")),
                     "axes");
    }
  }
  if (!s) return out;
  if (s->size() != out.size()) {
    throw labelled(
        Error(Code::value, str(calling_name("fft"), ": `s` has ", s->size(), " lengths for ",
                               out.size(), " axes, expected one per axis")),
        "s");
  }
  for (size_t i = 0; i < out.size(); ++i) {
    if ((*s)[i] < 1) {
      throw labelled(Error(Code::value, str(calling_name("fft"), ": `s` contains ", (*s)[i],
                                            ", expected lengths >= 1")),
                     "s");
    }
    out[i].n = (*s)[i];
  }
  return out;
}

TransformAxis last_of(const std::vector<TransformAxis>& all) {
  if (!all.empty()) return all.back();
  throw Error(Code::shape,
              str(calling_name("fft.rfftn"), ": no axis to transform, expected at least one"))
      .label(0);
}

Array whole(const Array& x, std::span<const TransformAxis> along, const char* kind,
            const std::string& norm) {
  Array out = as_complex(x);
  for (auto part = along.rbegin(); part != along.rend(); ++part) {
    out = transformed(out, {kind, part->n, part->axis, norm});
  }
  return out;
}

Array fftn(const Array& x, const Axes& s, const Axes& axes, std::string norm) {
  return whole(x, taken_of(x, s, axes), "fft", norm);
}
Array ifftn(const Array& x, const Axes& s, const Axes& axes, std::string norm) {
  return whole(x, taken_of(x, s, axes), "ifft", norm);
}
Array rfftn(const Array& x, const Axes& s, const Axes& axes, std::string norm) {
  std::vector<TransformAxis> all = taken_of(x, s, axes);
  TransformAxis last = last_of(all);
  Array half = transformed(as_real(x), {"rfft", last.n, last.axis, norm});
  return whole(half, std::span(all).first(all.size() - 1), "fft", norm);
}
Array irfftn(const Array& x, const Axes& s, const Axes& axes, std::string norm) {
  std::vector<TransformAxis> all = taken_of(x, s, axes);
  TransformAxis last = last_of(all);
  Array half = whole(x, std::span(all).first(all.size() - 1), "ifft", norm);
  return transformed(half, {"irfft", last.n, last.axis, norm});
}

}  // namespace

extern const Builtin fft_fftn_builtin = {
    .signature =
        "fft.fftn(x: number[...], s: int or (int, ...) = nil, axes: int or (int, ...) = nil, norm: "
        "\"backward\" or \"forward\" or \"ortho\" = \"backward\") -> complex[...]",
    .brief = "Computes the discrete Fourier transform along several axes (n-D FFT).",
    .params = {{"x", x_text}, {"s", lengths_text}, {"axes", axes_text}, {"norm", norm_text}},
    .errors = wrong,
    .example = "fft.fftn([[1.0, 2.0], [3.0, 4.0]])  #> [[10+0i, -2+0i],\n#>  [-4+0i, 0+0i]]",
    .source = source,
    .call = bind<&fftn>,
};

extern const Builtin fft_ifftn_builtin = {
    .signature =
        "fft.ifftn(x: number[...], s: int or (int, ...) = nil, axes: int or (int, ...) = nil, "
        "norm: "
        "\"backward\" or \"forward\" or \"ortho\" = \"backward\") -> complex[...]",
    .brief =
        "Computes the inverse discrete Fourier transform along several axes. It is the inverse of "
        "`fft.fftn`.",
    .params = {{"x", x_text}, {"s", lengths_text}, {"axes", axes_text}, {"norm", norm_text}},
    .errors = wrong,
    .example = "real(fft.ifftn(fft.fftn([[1.0, 2.0], [3.0, 4.0]])))  #> [[1, 2],\n#>  [3, 4]]",
    .source = source,
    .call = bind<&ifftn>,
};

extern const Builtin fft_rfftn_builtin = {
    .signature =
        "fft.rfftn(x: real[...], s: int or (int, ...) = nil, axes: int or (int, ...) = nil, norm: "
        "\"backward\" or \"forward\" or \"ortho\" = \"backward\") -> complex[...]",
    .brief =
        "Computes the discrete Fourier transform of real input along several axes. It applies "
        "`fft.rfft` along the last axis and `fft.fft` along the others.",
    .params = {{"x", x_text}, {"s", lengths_text}, {"axes", axes_text}, {"norm", norm_text}},
    .errors = wrong,
    .example = "fft.rfftn([[1.0, 2.0], [3.0, 4.0]])  #> [[10+0i, -2+0i],\n#>  [-4+0i, 0+0i]]",
    .source = source,
    .call = bind<&rfftn>,
};

extern const Builtin fft_irfftn_builtin = {
    .signature =
        "fft.irfftn(x: number[...], s: int or (int, ...) = nil, axes: int or (int, ...) = nil, "
        "norm: "
        "\"backward\" or \"forward\" or \"ortho\" = \"backward\") -> real[...]",
    .brief = "Computes the inverse of `fft.rfftn`. The result is real.",
    .params = {{"x", x_text}, {"s", back_text}, {"axes", axes_text}, {"norm", norm_text}},
    .errors = wrong,
    .example = "fft.irfftn(fft.rfftn([[1.0, 2.0], [3.0, 4.0]]))  #> [[1, 2],\n#>  [3, 4]]",
    .source = source,
    .call = bind<&irfftn>,
};

extern const Builtin fft_fft2_builtin = {
    .signature =
        "fft.fft2(x: number[...], s: (int, int) = nil, axes: (int, int) or nil = (-2, -1), norm: "
        "\"backward\" or \"forward\" or \"ortho\" = \"backward\") -> complex[...]",
    .brief = "Computes the discrete Fourier transform along two axes (2-D FFT).",
    .params = {{"x", x_text}, {"s", lengths_text}, {"axes", two_text}, {"norm", norm_text}},
    .errors = wrong,
    .example = "fft.fft2([[1.0, 2.0], [3.0, 4.0]])  #> [[10+0i, -2+0i],\n#>  [-4+0i, 0+0i]]",
    .source = source,
    .call = bind<&fftn>,
};

extern const Builtin fft_ifft2_builtin = {
    .signature =
        "fft.ifft2(x: number[...], s: (int, int) = nil, axes: (int, int) or nil = (-2, -1), norm: "
        "\"backward\" or \"forward\" or \"ortho\" = \"backward\") -> complex[...]",
    .brief =
        "Computes the inverse discrete Fourier transform along two axes. It is the inverse of "
        "`fft.fft2`.",
    .params = {{"x", x_text}, {"s", lengths_text}, {"axes", two_text}, {"norm", norm_text}},
    .errors = wrong,
    .example = "real(fft.ifft2(fft.fft2([[1.0, 2.0], [3.0, 4.0]])))  #> [[1, 2],\n#>  [3, 4]]",
    .source = source,
    .call = bind<&ifftn>,
};

extern const Builtin fft_rfft2_builtin = {
    .signature =
        "fft.rfft2(x: real[...], s: (int, int) = nil, axes: (int, int) or nil = (-2, -1), norm: "
        "\"backward\" or \"forward\" or \"ortho\" = \"backward\") -> complex[...]",
    .brief = "Computes the discrete Fourier transform of real input along two axes.",
    .params = {{"x", x_text}, {"s", lengths_text}, {"axes", two_text}, {"norm", norm_text}},
    .errors = wrong,
    .example = "fft.rfft2([[1.0, 2.0], [3.0, 4.0]])  #> [[10+0i, -2+0i],\n#>  [-4+0i, 0+0i]]",
    .source = source,
    .call = bind<&rfftn>,
};

extern const Builtin fft_irfft2_builtin = {
    .signature =
        "fft.irfft2(x: number[...], s: (int, int) = nil, axes: (int, int) or nil = (-2, -1), norm: "
        "\"backward\" or \"forward\" or \"ortho\" = \"backward\") -> real[...]",
    .brief = "Computes the inverse of `fft.rfft2`. The result is real.",
    .params = {{"x", x_text}, {"s", back_text}, {"axes", two_text}, {"norm", norm_text}},
    .errors = wrong,
    .example = "fft.irfft2(fft.rfft2([[1.0, 2.0], [3.0, 4.0]]))  #> [[1, 2],\n#>  [3, 4]]",
    .source = source,
    .call = bind<&irfftn>,
};

}  // namespace rille
