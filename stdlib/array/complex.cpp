// Complex numbers: made of parts, and taken apart.
#include <array>

#include "stdlib/array/apply_op.h"

namespace rille {
namespace {

constexpr std::string_view no_number = "error[dtype] where x is not a number";

// Parts are f32 or f64; what is smaller becomes f32.
Array as_part(const Array& x) {
  Array out = inexact(x);
  bool is_part = out.dtype() == Dtype::f32 || out.dtype() == Dtype::f64;
  return is_part ? out : as_dtype(out, Dtype::f32);
}

void need_real(const Array& x, int at) {
  if (!is_complex(x.dtype()) && x.dtype() != Dtype::key) return;
  throw Error(Code::dtype, str("complex(real, imag) needs real numbers, got ", given(x))).label(at);
}

}  // namespace

Array real(const Array& x) { return is_complex(x.dtype()) ? apply1(real_op, {x}) : inexact(x); }

Array imag(const Array& x) {
  return is_complex(x.dtype()) ? apply1(imag_op, {x}) : zeros_like(inexact(x));
}

Array complex(const Array& real, const Array& imag) {
  need_real(real, 0);
  need_real(imag, 1);
  std::array<Array, 2> parts{as_part(real), as_part(imag)};
  promote_together(parts);
  bool weak = parts[0].is_weak() && parts[1].is_weak();
  Shape shape = common_shape(parts, "complex");
  for (Array& x : parts) x = fit(x.with_weak(false), shape);
  return apply1(complex_op, {parts[0], parts[1]}).with_weak(weak);
}

Array conj(const Array& x) {
  if (!is_complex(x.dtype())) return x;
  Array out = apply1(complex_op, {real(x).with_weak(false), neg(imag(x)).with_weak(false)});
  return out.with_weak(x.is_weak());
}

Array angle(const Array& x) { return atan2(imag(x), real(x)); }

extern const Builtin complex_builtin = {
    .signature = "complex(real: real[...], imag: real[...] = 0.0) -> complex[...]",
    .brief = "Complex numbers of these real and imaginary parts.",
    .params = {{"real", "c64 where both are f32 or smaller, c128 of f64"},
               {"imag", "broadcast against real"}},
    .errors =
        "error[dtype] where a part is complex itself; error[shape] where the shapes do not "
        "broadcast",
    .example = "complex([1.0, 2.0], [0.5, -1.0])  #> [1+0.5i, 2-1i]",
    .source = "jax.lax.complex",
    .call = bind<&complex>,
};

extern const Builtin real_builtin = {
    .signature = "real(x: number[...]) -> float[...]",
    .brief = "The real part of each element; a real number is its own.",
    .errors = no_number,
    .example = "real(complex([1.0], [2.0]))  #> [1]",
    .source = "numpy.real",
    .call = bind<&real>,
};

extern const Builtin imag_builtin = {
    .signature = "imag(x: number[...]) -> float[...]",
    .brief = "The imaginary part of each element; 0 of a real number.",
    .errors = no_number,
    .example = "imag(complex([1.0], [2.0]))  #> [2]",
    .source = "numpy.imag",
    .call = bind<&imag>,
};

extern const Builtin conj_builtin = {
    .signature = "conj(x: number[...]) -> number[...]",
    .brief = "Each element with the sign of its imaginary part turned; a real number stays.",
    .errors = no_number,
    .example = "conj(complex([1.0], [2.0]))  #> [1-2i]",
    .source = "numpy.conj",
    .call = bind<&conj>,
};

extern const Builtin angle_builtin = {
    .signature = "angle(x: number[...]) -> float[...]",
    .brief = "The angle of each element in the complex plane, from -pi to pi.",
    .errors = no_number,
    .example = "angle(complex([0.0], [2.0]))  #> [1.5707964]",
    .source = "numpy.angle",
    .call = bind<&angle>,
};

}  // namespace rille
