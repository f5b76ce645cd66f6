// integer_pow: each element to one integer power.
#include <bit>

#include "jit/ops/axes.h"
#include "jit/ops/complex_parts.h"
#include "jit/ops/families.h"
#include "jit/ops/loops.h"
#include "jit/ops/samples.h"

namespace rille {
namespace {

const OpDoc integer_pow_doc = {
    .brief = "Raises each element to one integer power, by repeated multiplication.",
    .shapes = "x: n[...], exponent: int -> n[...]",
    .errors =
        "error[dtype] if x is a bool array; error[value] if x is an integer array and the exponent "
        "is negative",
    .example = "[2.0, 3.0] ** 2  #> [4, 9]",
    .source = "jax.lax.integer_pow",
};

Types integer_pow_type(const OpCall& call) {
  Types out = same_number_type(call);
  if (is_integer(out[0].dtype()) && call.attrs.integer("exponent") < 0) {
    throw Error(Code::value,
                str("integer_pow: the exponent of ", out[0], " is ", call.attrs.integer("exponent"),
                    ", expected an exponent >= 0"),
                call.origin.span());
  }
  return out;
}

// n x^(n-1); none if n is 0.
Vars integer_pow_jvp(Builder& b, const Node& node, const Vars& dx) {
  int64_t n = node.attrs.integer("exponent");
  if (n == 0) return {Var{}};
  if (n == 1) return {dx[0]};
  Var slope = scaled(b, op::integer_pow(b, node.in[0], n - 1), static_cast<double>(n));
  return {op::mul(b, slope, dx[0])};
}

// The same multiplications in the same order on every device: `times(a, b)` for each bit.
template <class X, class Times>
X by_squaring(X x, uint64_t exponent, Times times) {
  X result = x;
  for (int bit = static_cast<int>(std::bit_width(exponent)) - 2; bit >= 0; --bit) {
    result = times(result, result);
    if (exponent >> bit & 1) result = times(result, x);
  }
  return result;
}

uint64_t size_of(int64_t n) {
  return n < 0 ? 0 - static_cast<uint64_t>(n) : static_cast<uint64_t>(n);
}

template <class T>
T whole_power(T x, int64_t n) {
  if (n == 0) return T(1);
  auto times = [](T a, T b) {
    return static_cast<T>(wrapping([](auto c, auto d) { return c * d; }, a, b));
  };
  T result = by_squaring(x, size_of(n), times);
  return n < 0 ? static_cast<T>(T(1) / result) : result;
}

void integer_pow_reference(const Node& node, std::span<const Array> in, std::span<Array> out) {
  int64_t n = node.attrs.integer("exponent");
  with_type(in[0].dtype(), [&](auto zero) {
    using T = decltype(zero);
    if constexpr (is_whole<T> || kind_of<T> == DtypeKind::floating ||
                  kind_of<T> == DtypeKind::complex) {
      const T* x = elements<T>(in[0]);
      T* y = elements_to_write<T>(out[0]);
      for (size_t i = 0; i < in[0].size(); ++i) y[i] = narrow<T>(whole_power(widen(x[i]), n));
    }
  });
}

// Small floats are multiplied in f32 and rounded once.
Lowering integer_pow_lower(const OpCall& call) {
  Pointwise out;
  Scalars& code = out.code;
  Dtype own = call.in[0].dtype();
  bool small = is_float(own) && bytes(own) < 4;
  Dtype dtype = small ? Dtype::f32 : own;
  auto number = [&](int64_t x) {
    AttrValue value = is_integer(own) ? AttrValue(x) : AttrValue(static_cast<double>(x));
    return code.constant(value, dtype);
  };
  int64_t n = call.attrs.integer("exponent");
  int x = code.input(0, own), y = x;
  if (small) x = code.call(Scalar::convert, dtype, {x});
  if (n == 0) {
    y = number(1);
  } else {
    y = by_squaring(x, size_of(n),
                    [&](int a, int b) { return code.call(Scalar::mul, dtype, {a, b}); });
  }
  if (n < 0) y = code.call(Scalar::div, dtype, {number(1), y});
  if (small) code.call(Scalar::convert, own, {y});
  return out;
}

std::vector<ComplexVar> integer_pow_parts(Builder& b, const Node& node,
                                          std::span<const ComplexVar> in) {
  int64_t n = node.attrs.integer("exponent");
  ComplexVar one = one_like(b, in[0]);
  if (n == 0) return {one};
  auto times = [&](ComplexVar x, ComplexVar y) { return complex_mul(b, x, y); };
  ComplexVar out = by_squaring(in[0], size_of(n), times);
  return {n < 0 ? complex_div(b, one, out) : out};
}

std::vector<Sample> integer_pow_samples() {
  std::vector<Sample> all;
  for (int64_t n : {2, 3, 0, 1, 7, -1, -2}) {
    for (Sample sample : samples_of(n < 0 ? is_inexact : is_number, {1, 0.5, 2})) {
      sample.attrs = {{"exponent", n}};
      all.push_back(sample);
      if (all.size() > 40 && all.size() % 40 < 8) break;
    }
  }
  return all;
}

}  // namespace

extern const Op integer_pow_op = {
    .name = "integer_pow",
    .doc = integer_pow_doc,
    .type = integer_pow_type,
    .jvp = integer_pow_jvp,
    .transpose = MissingRule{"integer_pow is not linear"},
    .batch = elementwise_batch,
    .factors = elementwise_factors,
    .lower = integer_pow_lower,
    .reference = integer_pow_reference,
    .samples = integer_pow_samples,
    .parts = integer_pow_parts,
};

Var op::integer_pow(Builder& b, Var x, int64_t exponent) {
  return b.emit(integer_pow_op, {x}, {{"exponent", exponent}})[0];
}

}  // namespace rille
