// fft: discrete Fourier transforms along several axes.
#include <algorithm>
#include <span>
#include <vector>

#include "stdlib/fft/transforms.h"

namespace rille {
namespace {

constexpr std::string_view wrong =
    "error[dtype] where x is not a number; error[shape] where there is no such axis, one is named "
    "twice or empty, or none is left; error[value] where s has not a length for each axis, or one "
    "below 1";
constexpr std::string_view lengths_text =
    "how many elements of each axis are taken, zeros behind its end; nil: all";
constexpr std::string_view back_text =
    "how many elements there are along each axis; nil: all, and an even count, of 2 (axis - 1), "
    "along the last one";
constexpr std::string_view axes_text = "nil: the last ones, as many as s has, or all";
constexpr std::string_view two_text = "the last one is that of real numbers, where they are";
using fourier::norm_text, fourier::source;

// One axis of several, and how many elements of it are taken.
struct Taken {
  int64_t axis;
  std::optional<int64_t> n;
};

std::vector<Taken> taken_of(const Array& x, const Axes& s, const Axes& axes) {
  std::vector<Taken> out;
  if (axes) {
    for (int64_t axis : *axes) out.push_back({axis_of(axis, x, "axes"), {}});
  } else {
    int64_t first = s ? x.rank() - static_cast<int64_t>(s->size()) : 0;
    if (first < 0) throw Error(Code::shape, str(given(x), " has no axis for each length of s"));
    for (int64_t axis = first; axis < x.rank(); ++axis) out.push_back({axis, {}});
  }
  for (size_t i = 0; i < out.size(); ++i) {
    auto same = [&](const Taken& other) { return other.axis == out[i].axis; };
    if (std::ranges::count_if(out, same) > 1) {
      throw labelled(Error(Code::shape, str("axis ", out[i].axis, " is named twice")), "axes");
    }
  }
  if (!s) return out;
  if (s->size() != out.size()) {
    throw labelled(Error(Code::value, str("s must have a length for each axis, ", out.size(),
                                          " in all, got ", s->size())),
                   "s");
  }
  for (size_t i = 0; i < out.size(); ++i) {
    if ((*s)[i] < 1) {
      throw labelled(Error(Code::value, str("s must be above 0, got ", (*s)[i])), "s");
    }
    out[i].n = (*s)[i];
  }
  return out;
}

Taken last_of(const std::vector<Taken>& all) {
  if (all.empty()) throw Error(Code::shape, "a transform of real numbers needs an axis").label(0);
  return all.back();
}

Array whole(const Array& x, std::span<const Taken> along, const char* kind,
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
  std::vector<Taken> all = taken_of(x, s, axes);
  Taken last = last_of(all);
  Array half = transformed(as_real(x), {"rfft", last.n, last.axis, norm});
  return whole(half, std::span(all).first(all.size() - 1), "fft", norm);
}
Array irfftn(const Array& x, const Axes& s, const Axes& axes, std::string norm) {
  std::vector<Taken> all = taken_of(x, s, axes);
  Taken last = last_of(all);
  Array half = whole(x, std::span(all).first(all.size() - 1), "ifft", norm);
  return transformed(half, {"irfft", last.n, last.axis, norm});
}

}  // namespace

extern const Builtin fft_fftn_builtin = {
    .signature =
        "fft.fftn(x: number[...], s: int or (int, ...) = nil, axes: int or (int, ...) = nil, norm: "
        "\"backward\" or \"forward\" or \"ortho\" = \"backward\") -> complex[...]",
    .brief = "fft.fft along several axes.",
    .params = {{"s", lengths_text}, {"axes", axes_text}, {"norm", norm_text}},
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
    .brief = "The inverse of fft.fftn.",
    .params = {{"s", lengths_text}, {"axes", axes_text}, {"norm", norm_text}},
    .errors = wrong,
    .example = "real(fft.ifftn(fft.fftn([[1.0, 2.0], [3.0, 4.0]])))  #> [[1, 2],\n#>  [3, 4]]",
    .source = source,
    .call = bind<&ifftn>,
};

extern const Builtin fft_rfftn_builtin = {
    .signature =
        "fft.rfftn(x: real[...], s: int or (int, ...) = nil, axes: int or (int, ...) = nil, norm: "
        "\"backward\" or \"forward\" or \"ortho\" = \"backward\") -> complex[...]",
    .brief = "fft.rfft along the last of several axes, fft.fft along the others.",
    .params = {{"s", lengths_text}, {"axes", axes_text}, {"norm", norm_text}},
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
    .brief = "The inverse of fft.rfftn: real numbers.",
    .params = {{"s", back_text}, {"axes", axes_text}, {"norm", norm_text}},
    .errors = wrong,
    .example = "fft.irfftn(fft.rfftn([[1.0, 2.0], [3.0, 4.0]]))  #> [[1, 2],\n#>  [3, 4]]",
    .source = source,
    .call = bind<&irfftn>,
};

extern const Builtin fft_fft2_builtin = {
    .signature =
        "fft.fft2(x: number[...], s: (int, int) = nil, axes: (int, int) or nil = (-2, -1), norm: "
        "\"backward\" or \"forward\" or \"ortho\" = \"backward\") -> complex[...]",
    .brief = "fft.fftn along two axes.",
    .params = {{"s", lengths_text}, {"axes", two_text}, {"norm", norm_text}},
    .errors = wrong,
    .example = "fft.fft2([[1.0, 2.0], [3.0, 4.0]])  #> [[10+0i, -2+0i],\n#>  [-4+0i, 0+0i]]",
    .source = source,
    .call = bind<&fftn>,
};

extern const Builtin fft_ifft2_builtin = {
    .signature =
        "fft.ifft2(x: number[...], s: (int, int) = nil, axes: (int, int) or nil = (-2, -1), norm: "
        "\"backward\" or \"forward\" or \"ortho\" = \"backward\") -> complex[...]",
    .brief = "The inverse of fft.fft2.",
    .params = {{"s", lengths_text}, {"axes", two_text}, {"norm", norm_text}},
    .errors = wrong,
    .example = "real(fft.ifft2(fft.fft2([[1.0, 2.0], [3.0, 4.0]])))  #> [[1, 2],\n#>  [3, 4]]",
    .source = source,
    .call = bind<&ifftn>,
};

extern const Builtin fft_rfft2_builtin = {
    .signature =
        "fft.rfft2(x: real[...], s: (int, int) = nil, axes: (int, int) or nil = (-2, -1), norm: "
        "\"backward\" or \"forward\" or \"ortho\" = \"backward\") -> complex[...]",
    .brief = "fft.rfftn along two axes.",
    .params = {{"s", lengths_text}, {"axes", two_text}, {"norm", norm_text}},
    .errors = wrong,
    .example = "fft.rfft2([[1.0, 2.0], [3.0, 4.0]])  #> [[10+0i, -2+0i],\n#>  [-4+0i, 0+0i]]",
    .source = source,
    .call = bind<&rfftn>,
};

extern const Builtin fft_irfft2_builtin = {
    .signature =
        "fft.irfft2(x: number[...], s: (int, int) = nil, axes: (int, int) or nil = (-2, -1), norm: "
        "\"backward\" or \"forward\" or \"ortho\" = \"backward\") -> real[...]",
    .brief = "The inverse of fft.rfft2: real numbers.",
    .params = {{"s", back_text}, {"axes", two_text}, {"norm", norm_text}},
    .errors = wrong,
    .example = "fft.irfft2(fft.rfft2([[1.0, 2.0], [3.0, 4.0]]))  #> [[1, 2],\n#>  [3, 4]]",
    .source = source,
    .call = bind<&irfftn>,
};

}  // namespace rille
