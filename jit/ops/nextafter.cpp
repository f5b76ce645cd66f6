// nextafter: the next float after x in the direction of y.
#include <cmath>

#include "jit/ops/axes.h"
#include "jit/ops/families.h"
#include "jit/ops/loops.h"
#include "jit/ops/samples.h"

namespace rille {
namespace {

const OpDoc nextafter_doc = {
    .brief = "Returns the next representable float after x in the direction of y.",
    .shapes = "x: f[...], y: f[...] -> f[...]",
    .errors =
        "error[shape] if the types differ; error[dtype] if the arrays are not floats of at least "
        "16 bits",
    .example = "nextafter([1.0], [2.0])  #> [1.0000001]",
    .source = "jax.lax.nextafter",
};

bool is_ieee_float(Dtype dtype) { return is_float(dtype) && bits(dtype) >= 16; }

// 8-bit floats are excluded, because they have no infinity to step to.
Types nextafter_type(const OpCall& call) {
  Types out = same_float_type(call);
  if (is_ieee_float(out[0].dtype())) return out;
  throw Error(Code::dtype, str("nextafter: expected f16, bf16, f32, or f64, got ", out[0]),
              call.origin.span());
}

// A step of one in the bits of the dtype: a float is stored as magnitude and sign.
template <class T>
T next_small(T from, T to) {
  float x = static_cast<float>(from), y = static_cast<float>(to);
  if (std::isnan(x) || std::isnan(y)) return static_cast<T>(x + y);
  if (x == y) return to;
  bool grows = (y > x) == (x > 0);
  if (x == 0) {
    from.bits = y > 0 ? 1 : 0x8001;
  } else {
    from.bits = static_cast<uint16_t>(grows ? from.bits + 1 : from.bits - 1);
  }
  return from;
}

template <class T>
void step(std::span<const Array> in, Array& out) {
  const T *x = elements<T>(in[0]), *y = elements<T>(in[1]);
  T* to = elements_to_write<T>(out);
  for (size_t i = 0; i < out.size(); ++i) {
    if constexpr (std::floating_point<T>) {
      to[i] = std::nextafter(x[i], y[i]);
    } else {
      to[i] = next_small(x[i], y[i]);
    }
  }
}

void nextafter_reference(const Node&, std::span<const Array> in, std::span<Array> out) {
  with_type(out[0].dtype(), [&]<class T>(T) {
    if constexpr (kind_of<T> == DtypeKind::floating && sizeof(T) > 1) step<T>(in, out[0]);
  });
}

}  // namespace

extern const Op nextafter_op = {
    .name = "nextafter",
    .doc = nextafter_doc,
    .type = nextafter_type,
    .jvp = no_tangent,
    .transpose = MissingRule{"nextafter is not linear"},
    .batch = elementwise_batch,
    .factors = elementwise_factors,
    .lower = lower_to<Scalar::nextafter>,
    .reference = nextafter_reference,
    .samples = samples<2, is_ieee_float>,
};

Var op::nextafter(Builder& b, Var x, Var y) { return b.emit(nextafter_op, {x, y})[0]; }

}  // namespace rille
