// convert: each element converted to another dtype.
#include <cmath>
#include <limits>

#include "jit/ops/axes.h"
#include "jit/ops/complex_parts.h"
#include "jit/ops/families.h"
#include "jit/ops/loops.h"
#include "jit/ops/samples.h"

namespace rille {
namespace {

const OpDoc convert_doc = {
    .brief =
        "Converts each element to another dtype. Floats are truncated toward zero to integers; "
        "values out of range saturate, and NaN becomes 0.",
    .shapes = "x: t[...], dtype -> dtype[...]",
    .errors = "error[dtype] if one of the two dtypes is key",
    .example = "i32([1.5, -1.5])  #> [1, -1]",
    .source = "jax.lax.convert_element_type",
};

Types convert_type(const OpCall& call) {
  Dtype from = call.in[0].dtype(), to = call.attrs.dtype("dtype");
  if (from == to || (from != Dtype::key && to != Dtype::key)) return {call.in[0].with(to)};
  throw Error(Code::dtype, str("convert: cannot convert ", call.in[0], " to ", to),
              call.origin.span());
}

// Integers have no tangent.
Vars convert_jvp(Builder& b, const Node& node, const Vars& dx) {
  Dtype to = node.attrs.dtype("dtype");
  return {is_inexact(to) && !dx[0].none() ? op::convert(b, dx[0], to) : Var{}};
}

Vars convert_transpose(Builder& b, const Node&, const Types& in, const Vars& ct) {
  return {op::convert(b, ct[0], in[0].dtype())};
}

std::vector<BatchedVar> convert_batch(Builder& b, const Node& node, const Batch&) {
  return {{op::convert(b, node.in[0], node.attrs.dtype("dtype")), 0}};
}

Lowering convert_lower(const OpCall& call) {
  Pointwise out;
  int x = out.code.input(0, call.in[0].dtype());
  out.code.call(Scalar::convert, call.attrs.dtype("dtype"), {x});
  return out;
}

// Conversions to dtypes that are not complex drop the imaginary part.
std::vector<ComplexVar> convert_parts(Builder& b, const Node& node,
                                      std::span<const ComplexVar> in) {
  Dtype to = node.attrs.dtype("dtype");
  bool gives_two = is_complex(to);
  if (gives_two) to = part_of(to);
  Var real = op::convert(b, in[0].real, to);
  if (!gives_two) return {{real}};
  return {{real, in[0].is_complex() ? op::convert(b, in[0].imag, to) : filled_like(b, real, 0)}};
}

// Saturates: values out of range become the nearest value, and NaN becomes 0.
template <class To>
To cut(double x) {
  using Range = std::numeric_limits<To>;
  if (std::isnan(x)) return To(0);
  if (x <= static_cast<double>(Range::min())) return Range::min();
  if (x >= static_cast<double>(Range::max())) return Range::max();
  return static_cast<To>(x);
}

template <class To, class From>
To converted_float(From x) {
  if constexpr (std::same_as<To, bool>) {
    return x != From(0);
  } else if constexpr (std::same_as<To, Int4>) {
    return To(std::min<int64_t>(7, std::max<int64_t>(-8, cut<int64_t>(double{x}))));
  } else if constexpr (std::same_as<To, UInt4>) {
    return To(std::min<int64_t>(15, std::max<int64_t>(0, cut<int64_t>(double{x}))));
  } else if constexpr (is_whole<To>) {
    return cut<To>(double{x});
  } else {
    return static_cast<To>(x);
  }
}

template <class To, class From>
To converted(From narrow_x) {
  auto x = widen(narrow_x);
  using Wide = decltype(x);
  if constexpr (std::same_as<To, From>) {
    return narrow_x;
  } else if constexpr (kind_of<From> == DtypeKind::key || kind_of<To> == DtypeKind::key) {
    return To{};
  } else if constexpr (kind_of<To> == DtypeKind::complex) {
    using Part = typename To::value_type;
    if constexpr (kind_of<From> == DtypeKind::complex) {
      return To(static_cast<Part>(x.real()), static_cast<Part>(x.imag()));
    } else {
      return To(static_cast<Part>(x));
    }
  } else if constexpr (kind_of<From> == DtypeKind::complex) {
    return converted_float<To>(x.real());
  } else if constexpr (std::floating_point<Wide>) {
    return converted_float<To>(x);
  } else if constexpr (std::same_as<To, bool>) {
    return x != Wide(0);
  } else if constexpr (kind_of<To> == DtypeKind::floating && !std::floating_point<To>) {
    return static_cast<To>(static_cast<float>(x));
  } else {
    return narrow<To>(x);
  }
}

void convert_reference(const Node&, std::span<const Array> in, std::span<Array> out) {
  with_type(in[0].dtype(), [&](auto from) {
    with_type(out[0].dtype(), [&](auto to) {
      auto* x = elements<decltype(from)>(in[0]);
      auto* y = elements_to_write<decltype(to)>(out[0]);
      for (size_t i = 0; i < in[0].size(); ++i) y[i] = converted<decltype(to)>(x[i]);
    });
  });
}

std::vector<Sample> convert_samples() {
  std::vector<Sample> all;
  for (Dtype from : sample_dtypes()) {
    for (Dtype to : sample_dtypes()) {
      if (from == Dtype::key || to == Dtype::key) continue;
      all.push_back({{Type(from, {3})}, {{"dtype", to}}, {}, -20, 20});
    }
  }
  for (const Shape& shape : sample_shapes()) {
    all.push_back({{Type(Dtype::f64, shape)}, {{"dtype", Dtype::f32}}});
    all.push_back({{Type(Dtype::f64, shape)}, {{"dtype", Dtype::f64}}});
  }
  return all;
}

}  // namespace

extern const Op convert_op = {
    .name = "convert",
    .doc = convert_doc,
    .type = convert_type,
    .jvp = convert_jvp,
    .transpose = convert_transpose,
    .batch = convert_batch,
    .factors = elementwise_factors,
    .lower = convert_lower,
    .reference = convert_reference,
    .samples = convert_samples,
    .parts = convert_parts,
};

Var op::convert(Builder& b, Var x, Dtype dtype) {
  return b.emit(convert_op, {x}, {{"dtype", dtype}})[0];
}

}  // namespace rille
