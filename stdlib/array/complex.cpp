// Complex numbers: construction, and their parts.
#include <array>

#include "stdlib/array/apply_op.h"

namespace rille {
namespace {

constexpr std::string_view no_number = "error[dtype] if `x` is not numeric";

// The parts of a complex number are f32 or f64; smaller dtypes become f32.
Array as_part(const Array& x) {
  Array out = inexact(x);
  bool is_part = out.dtype() == Dtype::f32 || out.dtype() == Dtype::f64;
  return is_part ? out : as_dtype(out, Dtype::f32);
}

void need_real(const Array& x, int at) {
  if (!is_complex(x.dtype()) && x.dtype() != Dtype::key) return;
  throw Error(Code::dtype, str("complex: got ", given(x), ", expected real numbers")).label(at);
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
    .brief = "Creates complex numbers from real and imaginary parts.",
    .params = {{"real", "Real parts. The result is c128 if a part is f64, otherwise c64."},
               {"imag", "Imaginary parts; broadcast against `real`."}},
    .errors =
        "error[dtype] if a part is complex; error[shape] if the shapes cannot be broadcast "
        "together",
    .example = "complex([1.0, 2.0], [0.5, -1.0])  #> [1+0.5i, 2-1i]",
    .source = "jax.lax.complex",
    .call = bind<&complex>,
};

extern const Builtin real_builtin = {
    .signature = "real(x: number[...]) -> float[...]",
    .brief = "Returns the real part of each element, as floats.",
    .errors = no_number,
    .example = "real(complex([1.0], [2.0]))  #> [1]",
    .source = "numpy.real",
    .call = bind<&real>,
};

extern const Builtin imag_builtin = {
    .signature = "imag(x: number[...]) -> float[...]",
    .brief = "Returns the imaginary part of each element, which is 0 for real numbers.",
    .errors = no_number,
    .example = "imag(complex([1.0], [2.0]))  #> [2]",
    .source = "numpy.imag",
    .call = bind<&imag>,
};

extern const Builtin conj_builtin = {
    .signature = "conj(x: number[...]) -> number[...]",
    .brief = "Returns the complex conjugate of each element. Real numbers are returned unchanged.",
    .errors = no_number,
    .example = "conj(complex([1.0], [2.0]))  #> [1-2i]",
    .source = "numpy.conj",
    .call = bind<&conj>,
};

extern const Builtin angle_builtin = {
    .signature = "angle(x: number[...]) -> float[...]",
    .brief = "Computes the angle of each element in the complex plane, from -pi to pi.",
    .errors = no_number,
    .example = "angle(complex([0.0], [2.0]))  #> [1.5707964]",
    .source = "numpy.angle",
    .call = bind<&angle>,
};

}  // namespace rille
