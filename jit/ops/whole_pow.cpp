// whole_pow: each element to its own integer power.
#include "jit/ops/axes.h"
#include "jit/ops/families.h"
#include "jit/ops/loops.h"
#include "jit/ops/samples.h"

namespace rille {
namespace {

const OpDoc whole_pow_doc = {
    .brief = "Raises x to the integer powers n elementwise, by the multiplications of integer_pow.",
    .shapes = "x: f[...], n: i64[...] -> f[...]",
    .errors = "error[dtype] if x is not a float or complex array, or n is not i64",
    .example = "let n = 3\nvmap(x => x ^ n)([2.0, 3.0])  #> [8, 27]",
    .source = "ours: integer_pow where the power is known when the code runs",
};

constexpr int top_bit = 63;  // the top bit of the magnitude of a power, which is at most 2^63

Types whole_pow_type(const OpCall& call) {
  Type x = call.in[0], n = call.in[1];
  if (!is_inexact(x.dtype()) || n.dtype() != Dtype::i64) {
    throw Error(Code::dtype, str("whole_pow: expected floats and i64, got ", x, " and ", n),
                call.origin.span());
  }
  if (x.shape() != n.shape()) {
    throw Error(Code::shape, str("whole_pow: the shapes differ: ", x, " and ", n),
                call.origin.span());
  }
  return {x};
}

// n x^(n-1); 0 if n is 0.
Vars whole_pow_jvp(Builder& b, const Node& node, const Vars& dx) {
  if (dx[0].none()) return {Var{}};
  Var x = node.in[0], n = node.in[1], zero = filled_like(b, n, 0);
  Var flat = op::eq(b, n, zero);
  Var less = op::select(b, flat, zero, op::sub(b, n, filled_like(b, n, 1)));
  Var factor = op::convert(b, n, b.type(x).dtype());
  return {op::mul(b, op::mul(b, op::whole_pow(b, x, less), factor), dx[0])};
}

// From the highest bit down. 1 is squared until the first set bit, so the products are those of
// integer_pow.
template <class T>
T power_of(T x, int64_t n) {
  uint64_t size = n < 0 ? 0 - static_cast<uint64_t>(n) : static_cast<uint64_t>(n);
  T result = T(1);
  for (int bit = top_bit; bit >= 0; --bit) {
    result = static_cast<T>(result * result);
    if (size >> bit & 1) result = static_cast<T>(result * x);
  }
  return n < 0 ? static_cast<T>(T(1) / result) : result;
}

void whole_pow_reference(const Node&, std::span<const Array> in, std::span<Array> out) {
  auto n = in[1].as<int64_t>();
  with_type(in[0].dtype(), [&](auto zero) {
    using T = decltype(zero);
    if constexpr (kind_of<T> == DtypeKind::floating || kind_of<T> == DtypeKind::complex) {
      const T* x = elements<T>(in[0]);
      T* y = elements_to_write<T>(out[0]);
      for (size_t i = 0; i < n.size(); ++i) y[i] = narrow<T>(power_of(widen(x[i]), n[i]));
    }
  });
}

// Small floats are multiplied in f32 and rounded once, as in integer_pow.
Lowering whole_pow_lower(const OpCall& call) {
  Pointwise out;
  Scalars& code = out.code;
  Dtype own = call.in[0].dtype(), word = Dtype::i64;
  bool small = is_float(own) && bytes(own) < 4;
  Dtype dtype = small ? Dtype::f32 : own;
  int x = code.input(0, own), n = code.input(1, word);
  if (small) x = code.call(Scalar::convert, dtype, {x});
  int none = code.constant(int64_t{0}, word), one = code.constant(1.0, dtype);
  int below = code.call(Scalar::lt, Dtype::boolean, {n, none});
  int size = code.call(Scalar::select, word, {below, code.call(Scalar::neg, word, {n}), n});
  int y = one;
  for (int bit = top_bit; bit >= 0; --bit) {
    auto mask = static_cast<int64_t>(uint64_t{1} << bit);
    int part = code.call(Scalar::bit_and, word, {size, code.constant(mask, word)});
    int square = code.call(Scalar::mul, dtype, {y, y});
    int times = code.call(Scalar::mul, dtype, {square, x});
    int has = code.call(Scalar::ne, Dtype::boolean, {part, none});
    y = code.call(Scalar::select, dtype, {has, times, square});
  }
  int inverse = code.call(Scalar::div, dtype, {one, y});
  y = code.call(Scalar::select, dtype, {below, inverse, y});
  if (small) code.call(Scalar::convert, own, {y});
  return out;
}

std::vector<Sample> whole_pow_samples() {
  std::vector<Sample> out;
  for (Sample sample : samples_of(is_inexact, {1, 0.5, 2})) {
    sample.in.push_back(sample.in[0].with(Dtype::i64));
    out.push_back(sample);
  }
  return out;
}

}  // namespace

extern const Op whole_pow_op = {
    .name = "whole_pow",
    .doc = whole_pow_doc,
    .type = whole_pow_type,
    .jvp = whole_pow_jvp,
    .transpose = MissingRule{"whole_pow is not linear"},
    .batch = elementwise_batch,
    .factors = elementwise_factors,
    .lower = whole_pow_lower,
    .reference = whole_pow_reference,
    .samples = whole_pow_samples,
};

Var op::whole_pow(Builder& b, Var x, Var n) { return b.emit(whole_pow_op, {x, n})[0]; }

}  // namespace rille
