// StableHLO fft: discrete Fourier transforms, by products.
#include <cmath>
#include <numbers>
#include <numeric>

#include "jit/op.h"
#include "jit/ops/real.h"
#include "jit/stablehlo/scope.h"

namespace rille {
namespace {

// e^(turn 2 pi i j k / n) for j and k along two axes of a shape; the angles in f64, each within one
// turn.
Var roots(Builder& b, const Shape& shape, std::pair<int, int> axes, int64_t n, double turn,
          Dtype dtype) {
  Type numbers(Dtype::i64, shape);
  Var at = op::mul(b, op::iota(b, numbers, axes.first), op::iota(b, numbers, axes.second));
  at = op::rem(b, at, op::fill(b, numbers, n));
  Real angle = Real{&b, op::convert(b, at, Dtype::f64)} *
               (turn * 2 * std::numbers::pi / static_cast<double>(n));
  Dtype part = part_of(dtype);
  return op::complex(b, as(cos(angle), part).v, as(sin(angle), part).v);
}

int64_t factor_of(int64_t n) {
  constexpr int64_t most = 64;
  int64_t best = 1;
  for (int64_t f = 2; f <= most && f * f <= n; ++f) {
    if (n % f == 0) best = f;
  }
  return best;
}

// The transform of the last axis of x[rows, n]. n = p q, and x[j q + k] along the axis is first
// transformed over j, turned, and then over k.
// source: Cooley and Tukey, Math. Comp. 19 (1965)
Var transformed(Builder& b, Var x, double turn) {
  Type type = b.type(x);
  Extent rows = type.extent(0);
  int64_t n = type.extent(1).number();
  if (n <= 1) return x;
  int64_t p = factor_of(n), q = n / p;
  if (p == 1) {
    Var matrix = roots(b, Shape{Extent(n), Extent(n)}, {0, 1}, n, turn, type.dtype());
    return op::dot_general(b, x, matrix, {.left_contracted = {1}, .right_contracted = {0}},
                           type.dtype());
  }
  Shape parts{rows, Extent(p), Extent(q)};
  Var matrix = roots(b, Shape{Extent(p), Extent(p)}, {0, 1}, p, turn, type.dtype());
  Contract first{.left_contracted = {1}, .right_contracted = {0}};  // [rows, q, p]
  x = op::dot_general(b, op::reshape(b, x, parts), matrix, first, type.dtype());
  x = op::mul(b, x, roots(b, b.type(x).shape(), {1, 2}, n, turn, type.dtype()));
  x = op::reshape(b, op::permute(b, x, {0, 2, 1}), Shape{Extent(rows.number() * p), Extent(q)});
  x = transformed(b, x, turn);
  x = op::permute(b, op::reshape(b, x, parts), {0, 2, 1});
  return op::reshape(b, x, type.shape());
}

Var along(Builder& b, Var x, int64_t axis, double turn) {
  int rank = b.type(x).rank();
  Ints order(static_cast<size_t>(rank));
  std::iota(order.begin(), order.end(), 0);
  std::swap(order[static_cast<size_t>(axis)], order.back());
  x = op::permute(b, x, order);
  Shape shape = b.type(x).shape();
  int64_t n = shape.back().number(), count = b.type(x).count();
  if (count > 0) {
    x = op::reshape(b, x, Shape{Extent(count / n), Extent(n)});
    x = op::reshape(b, transformed(b, x, turn), shape);
  }
  return op::permute(b, x, order);
}

Var cut(Builder& b, Var x, int64_t axis, int64_t from, int64_t size) {
  Shape shape = b.type(x).shape();
  Ints start(shape.size(), 0), ones(shape.size(), 1);
  start[static_cast<size_t>(axis)] = from;
  shape[static_cast<size_t>(axis)] = Extent(size);
  return op::slice(b, x, start, shape, ones);
}

Var conjugate(Builder& b, Var x) {
  return op::complex(b, op::real(b, x), op::neg(b, op::imag(b, x)));
}

// The half that a transform of real numbers has, made whole again: the other one is its mirror.
Var whole_spectrum(Builder& b, Var x, int64_t axis, int64_t n) {
  int64_t half = n / 2 + 1;
  x = cut(b, x, axis, 0, half);
  // The imaginary parts of what mirrors itself do not count.
  if (n - half <= 0) return x;
  Var mirror = op::reverse(b, conjugate(b, cut(b, x, axis, 1, n - half)), {axis});
  return op::concatenate(b, {x, mirror}, axis);
}

Vars fft(HloScope& scope, const HloOp& op, const Vars& in) {
  needs_operands(op, in, 1);
  Builder& b = scope.b;
  std::string kind = word_of(op, "type", 0);
  if (kind.empty()) kind = word_of(op, "fft_type", 0);
  Ints length = ints_of(op, {"length", "fft_length"});
  Type type = b.type(in[0]);
  auto count = static_cast<int>(length.size());
  if (count < 1 || count > type.rank()) refuse(op, "fft needs a length for each axis");
  int first = type.rank() - count, last = type.rank() - 1;
  for (int i = 0; i < count; ++i) {
    int64_t own = type.extent(first + i).number(), wanted = length[static_cast<size_t>(i)];
    if (kind == "IRFFT" && first + i == last) wanted = wanted / 2 + 1;
    if (own != wanted) refuse(op, str("fft's length is not that of axis ", first + i));
  }
  bool inverse = kind == "IFFT" || kind == "IRFFT";
  if (kind != "FFT" && kind != "RFFT" && !inverse) refuse(op, str("no fft of type ", kind));
  if ((kind == "RFFT") == is_complex(type.dtype())) refuse(op, str(kind, " does not take ", type));
  if (kind == "RFFT" && bits(type.dtype()) < 32) refuse(op, "fft takes f32, f64, c64 and c128");
  Var x = in[0];
  int64_t n = length.back();
  if (kind == "RFFT") x = op::complex(b, x, op::fill(b, type, 0.0));
  double turn = inverse ? 1 : -1;
  for (int axis = first; axis < last; ++axis) x = along(b, x, axis, turn);
  if (kind == "IRFFT") x = whole_spectrum(b, x, last, n);
  x = along(b, x, last, turn);
  if (kind == "RFFT") x = cut(b, x, last, 0, n / 2 + 1);
  if (!inverse) return {x};
  double share = 1;
  for (int64_t size : length) share /= static_cast<double>(size);
  if (kind == "IRFFT") {
    x = op::real(b, x);
    return {op::mul(b, x, op::fill(b, b.type(x), share))};
  }
  Var by = op::fill(b, b.type(op::real(b, x)), share);
  return {op::complex(b, op::mul(b, op::real(b, x), by), op::mul(b, op::imag(b, x), by))};
}

constexpr HloRule rules[] = {{"fft", fft}};

}  // namespace

std::span<const HloRule> fourier_rules() { return rules; }

}  // namespace rille
