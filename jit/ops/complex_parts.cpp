// Functions of complex numbers in terms of real ones.
#include "jit/ops/complex_parts.h"

#include <cmath>
#include <limits>
#include <numbers>

#include "jit/ops/real.h"
#include "vm/text.h"

namespace rille {

bool has_parts(const Type& type) {
  if (type.form() == TypeForm::tape) return has_parts(type.element());
  return type.form() == TypeForm::array && is_complex(type.dtype());
}

bool joins_parts(const Op& op) { return &op == &real_op || &op == &imag_op || &op == &complex_op; }

Type part_type(const Type& type) {
  if (type.form() == TypeForm::tape) return Type::tape(part_type(type.element()));
  return type.with(part_of(type.dtype()));
}

std::vector<ComplexVar> in_each_part(Builder& b, const Node& node, std::span<const ComplexVar> in) {
  Vars real, imag;
  for (const ComplexVar& x : in) {
    real.push_back(x.real);
    imag.push_back(x.is_complex() ? x.imag : x.real);
  }
  Vars left = b.copy(node, real), right = b.copy(node, imag);
  std::vector<ComplexVar> out;
  for (size_t i = 0; i < left.size(); ++i) out.push_back({left[i], right[i]});
  return out;
}

std::vector<ComplexVar> product_parts(Builder& b, const Node& node,
                                      std::span<const ComplexVar> in) {
  Attrs attrs = node.attrs.with("dtype", part_of(node.attrs.dtype("dtype")));
  auto with = [&](Var x, Var y) { return b.emit(*node.op, {x, y}, attrs)[0]; };
  auto [x, y] = std::pair(in[0], in[1]);
  Var real = op::sub(b, with(x.real, y.real), with(x.imag, y.imag));
  return {{real, op::add(b, with(x.real, y.imag), with(x.imag, y.real))}};
}

Types part_type(const OpCall& call) {
  Type x = call.in[0];
  if (is_complex(x.dtype())) return {x.with(part_of(x.dtype()))};
  throw Error(Code::dtype, str("expected a complex array, got ", x), call.origin.span());
}

Lowering lower_part(const OpCall& call, Scalar name) {
  Pointwise out;
  int x = out.code.input(0, call.in[0].dtype());
  out.code.call(name, part_of(call.in[0].dtype()), {x});
  return out;
}

namespace {

struct Complex {
  Real x, y;

  Complex(Real real, Real imag) : x(real), y(imag) {}
  Complex(Builder& b, ComplexVar z) : x{&b, z.real}, y{&b, z.imag} {}
  operator ComplexVar() const { return {x.v, y.v}; }  // NOLINT: a Complex is a ComplexVar
};

Complex operator*(Complex a, Complex b) { return {a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x}; }

// Divides by the larger part of b first, so that no square of a part overflows.
// source: Smith, Algorithm 116: Complex division
Complex operator/(Complex a, Complex b) {
  Real is_real = abs(b.x) >= abs(b.y);
  Real p = select(is_real, b.x, b.y), q = select(is_real, b.y, b.x);
  Real u = select(is_real, a.x, a.y), w = select(is_real, a.y, a.x);
  Real r = select(p == 0, p.number(0), q / p), size = p + q * r;
  Real across = (w - u * r) / size;
  return {(u + w * r) / size, select(is_real, across, -across)};
}

Complex one(Real like) { return {like.number(1), like.number(0)}; }

// The larger and the smaller magnitude of the parts, and their quotient.
struct PartMagnitudes {
  Real great, less, ratio, infinite;

  explicit PartMagnitudes(Complex z)
      : great(max(abs(z.x), abs(z.y))),
        less(min(abs(z.x), abs(z.y))),
        ratio(select(great == 0, great.number(0), less / great)),
        infinite((abs(z.x) == infinity) | (abs(z.y) == infinity)) {}
};

Real size_of(Complex z) {
  PartMagnitudes n(z);
  Real size = n.great * sqrt(n.ratio * n.ratio + 1);
  return select(n.infinite, size.number(infinity), size);
}

// The logarithm of a modulus near 1: y^2 + rest is the excess of its square over 1. For floats it
// is computed in f64.
Real log_near_one(Real y, Real rest, Dtype dtype) {
  Real over{y.b, op::fma(*y.b, y.v, y.v, rest.v)};
  return log1p(as(over, dtype)) * 0.5;
}

Real is_near_one(Real great) { return (great > 0.5) & (great < 1.5); }

Real log_size(Complex z) {
  PartMagnitudes n(z);
  Real far = log(n.great) + log1p(n.ratio * n.ratio) * 0.5;
  Real great = as(n.great, Dtype::f64), less = as(n.less, Dtype::f64);
  Real near = log_near_one(less, (great - 1) * (great + 1), n.great.dtype());
  return select(n.infinite, far.number(infinity), select(is_near_one(n.great), near, far));
}

// If e^x overflows although its product with cos y or sin y does not, e^x is split into two
// factors.
Complex exp(Complex z) {
  bool is_small = z.x.is_small();
  double most = is_small ? 88 : 709, step = is_small ? 64 : 512;
  Real is_large = z.x > most;
  Real size = exp(select(is_large, z.x - step, z.x));
  Real factor = select(is_large, size.number(std::exp(step)), size.number(1));
  auto part = [&](Real turn) { return select(size == 0, size, size * turn * factor); };
  return {part(cos(z.y)), select(z.y == 0, z.y, part(sin(z.y)))};
}

Complex log(Complex z) { return {log_size(z), atan2(z.y, z.x)}; }

// Parts near the largest number are scaled by 1/4, because their modulus overflows. Tiny parts are
// scaled up, so that their halves keep all digits. The part without cancellation is computed first
// and determines the other one.
Complex sqrt(Complex given) {
  bool is_small = given.x.is_small();
  Real max_part = max(abs(given.x), abs(given.y));
  Real is_large = max_part > (is_small ? 1e38 : 1e307),
       is_tiny = max_part < (is_small ? 1e-30 : 1e-290);
  auto chosen = [&](double large, double tiny) {
    Real rest = select(is_tiny, given.x.number(tiny), given.x.number(1));
    return select(is_large, given.x.number(large), rest);
  };
  Real scale = chosen(0.25, 0x1p60), back = chosen(2, 0x1p-30);
  Complex z(given.x * scale, given.y * scale);
  Real first = sqrt(size_of(z) * 0.5 + abs(z.x) * 0.5);
  Real second = select(first == 0, abs(z.y), abs(z.y) / (first + first));
  Real is_left = z.x < 0, is_infinite = abs(z.y) == infinity;
  Real real = select(is_left, second, first), imag = select(is_left, first, second);
  Real most = first.number(infinity);
  return {select(is_infinite, most, real * back),
          with_sign_of(select(is_infinite, most, imag * back), z.y)};
}

// Beyond `most` the real part is 1 or -1, and squares do not overflow yet. If the real part is
// infinite, the result is 1 or -1 for any imaginary part.
Complex tanh(Complex z) {
  Real most = z.x.number(z.x.is_small() ? 44.5 : 354.8), is_far = abs(z.x) >= most;
  Real x = max(min(z.x, most), -most), s = sinh(x), c = cos(z.y);
  Real size = s * s + c * c, turn = sin(z.y) * c / size;
  Real is_known = (abs(z.y) < infinity) | (abs(z.x) == infinity);
  Real none = z.y.number(0), still = select(abs(z.y) < infinity, turn * 0, none);
  return {select(is_far & is_known, with_sign_of(x.number(1), x), s * cosh(x) / size),
          select(is_far & is_known, still, turn)};
}

// x * y, except that 0 times infinity or NaN is 0 if the 0 is exact, as that of a sine of 0.
Real product(Real x, Real y) { return select(x == 0, x, select(y == 0, y, x * y)); }

// Far from 0 the inverse functions approach those of i log(2 z), which has finite parts where
// squares overflow.
constexpr double far_out = 1e10;
Real log_twice(Complex z) { return log_size(z) + std::numbers::ln2; }

// The square roots of 1 - z and 1 + z, from whose parts the inverse sine and cosine are computed.
// source: Kahan, Branch cuts for complex elementary functions
struct Roots {
  Complex less, more;

  explicit Roots(Complex z)
      : less(sqrt(Complex(z.x.number(1) - z.x, -z.y))), more(sqrt(Complex(z.x + 1, z.y))) {}
};

}  // namespace

ComplexVar one_like(Builder& b, ComplexVar x) { return one(Real{&b, x.real}); }
ComplexVar complex_mul(Builder& b, ComplexVar x, ComplexVar y) {
  return Complex(b, x) * Complex(b, y);
}
ComplexVar complex_div(Builder& b, ComplexVar x, ComplexVar y) {
  return Complex(b, x) / Complex(b, y);
}
ComplexVar complex_abs(Builder& b, ComplexVar x) { return {size_of(Complex(b, x)).v}; }
ComplexVar complex_exp(Builder& b, ComplexVar x) { return exp(Complex(b, x)); }
ComplexVar complex_log(Builder& b, ComplexVar x) { return log(Complex(b, x)); }
ComplexVar complex_expm1(Builder& b, ComplexVar x) {
  Complex z(b, x);
  Real half = sin(z.y * 0.5), less = half * half * -2;  // cos - 1
  return Complex(product(expm1(z.x), cos(z.y)) + less, product(sin(z.y), exp(z.x)));
}

// The larger part of 1 + z, and the contribution of the other part; near 0 it is 1 + x.
ComplexVar complex_log1p(Builder& b, ComplexVar x) {
  Complex z(b, x);
  Real along = abs(z.x + 1), across = abs(z.y);
  Real great = max(along, across), ratio = min(along, across) / great;
  Real size = select((along >= across) & (z.x >= -1), log1p(z.x), log(great));
  Real more = select(great == infinity, z.x.number(0), log1p(ratio * ratio) * 0.5);
  Real wide = as(z.x, Dtype::f64);
  Real near = log_near_one(as(z.y, Dtype::f64), wide * (wide + 2), z.x.dtype());
  return Complex(select(is_near_one(great), near, size + more), atan2(z.y, z.x + 1));
}

ComplexVar complex_sqrt(Builder& b, ComplexVar x) { return sqrt(Complex(b, x)); }
ComplexVar complex_tanh(Builder& b, ComplexVar x) { return tanh(Complex(b, x)); }

ComplexVar complex_rsqrt(Builder& b, ComplexVar x) {
  Complex root = sqrt(Complex(b, x));
  return one(root.x) / root;
}

// 0 to any power is 0, except that 0^0 is 1.
ComplexVar complex_pow(Builder& b, ComplexVar x, ComplexVar y) {
  Complex base(b, x), power(b, y), out = exp(power * log(base));
  Real is_zero = (base.x == 0) & (base.y == 0), is_flat = (power.x == 0) & (power.y == 0);
  Real none = out.x.number(0), flat = out.x.number(1);
  Real real = select(is_flat, flat, select(is_zero, none, out.x));
  return Complex(real, select(is_flat | is_zero, none, out.y));
}

ComplexVar complex_sin(Builder& b, ComplexVar x) {
  Complex z(b, x);
  return Complex(product(sin(z.x), cosh(z.y)), product(cos(z.x), sinh(z.y)));
}

ComplexVar complex_cos(Builder& b, ComplexVar x) {
  Complex z(b, x);
  return Complex(product(cos(z.x), cosh(z.y)), -product(sin(z.x), sinh(z.y)));
}

ComplexVar complex_sinh(Builder& b, ComplexVar x) {
  Complex z(b, x);
  return Complex(product(sinh(z.x), cos(z.y)), product(cosh(z.x), sin(z.y)));
}

ComplexVar complex_cosh(Builder& b, ComplexVar x) {
  Complex z(b, x);
  return Complex(product(cosh(z.x), cos(z.y)), product(sinh(z.x), sin(z.y)));
}

// tan z = -i tanh(i z)
ComplexVar complex_tan(Builder& b, ComplexVar x) {
  Complex z(b, x), turned = tanh(Complex(-z.y, z.x));
  return Complex(turned.y, -turned.x);
}

ComplexVar complex_asin(Builder& b, ComplexVar x) {
  Complex z(b, x);
  auto [less, more] = Roots(z);
  Real is_far = PartMagnitudes(z).great > far_out;
  Real across = select(is_far, abs(z.y), less.x * more.x - less.y * more.y);
  Real up = with_sign_of(log_twice(z), z.y);
  return Complex(atan2(z.x, across), select(is_far, up, asinh(less.x * more.y - less.y * more.x)));
}

ComplexVar complex_acos(Builder& b, ComplexVar x) {
  Complex z(b, x);
  auto [less, more] = Roots(z);
  Real is_far = PartMagnitudes(z).great > far_out;
  Real angle = select(is_far, atan2(abs(z.y), z.x), atan2(less.x, more.x) * 2);
  Real down = -with_sign_of(log_twice(z), z.y);
  return Complex(angle, select(is_far, down, asinh(more.x * less.y - more.y * less.x)));
}

// Computed from the logarithms of 1 - i z and 1 + i z; far from 0, as y / |z|^2. If z is so near i
// that the squares of the difference underflow, computed from the logarithm of its modulus.
ComplexVar complex_atan(Builder& b, ComplexVar x) {
  Complex z(b, x);
  PartMagnitudes n(z);
  Real one = z.x.number(1), size = abs(z.y), gap = one - size;
  Real angle = (atan2(z.x, one - z.y) + atan2(z.x, one + z.y)) * 0.5;
  Real square = gap * gap + z.x * z.x, is_at_pole = square < (z.x.is_small() ? 1e-30 : 1e-290);
  Real pole = log(size * 4) * 0.25 - log_size(Complex(z.x, gap)) * 0.5;
  Real near = select(is_at_pole, pole, log1p(size * 4 / square) * 0.25);
  Real far = size / n.great / n.great / (n.ratio * n.ratio + 1);
  far = select(n.infinite, far.number(0), far);
  return Complex(angle, with_sign_of(select(n.great > far_out, far, near), z.y));
}

// The functions that are sin and tan of a rotated argument: f(i z) / i.
template <auto F>
ComplexVar turned(Builder& b, ComplexVar x) {
  ComplexVar out = F(b, {op::neg(b, x.imag), x.real});
  return {out.imag, op::neg(b, out.real)};
}
ComplexVar complex_asinh(Builder& b, ComplexVar x) { return turned<complex_asin>(b, x); }
ComplexVar complex_atanh(Builder& b, ComplexVar x) { return turned<complex_atan>(b, x); }

// The angle and the modulus of acosh where no square of a part overflows; x and y are magnitudes.
// source: Hull, Fairgrieve and Tang, ACM TOMS 23 (1997)
std::pair<Real, Real> middle_acosh(Real x, Real y) {
  Real one = x.number(1), square = y * y;
  auto distance = [&](Real along) { return sqrt(along * along + square); };
  Real r = distance(x + 1), s = distance(x - 1), a = (r + s) * 0.5, b = x / a;
  Real beside = r + (x + 1), gap = s + abs(x - 1), inside = square / beside;
  Real root = select(x >= 1, y * sqrt(((a + x) / beside + (a + x) / gap) * 0.5),
                     sqrt((a + x) * (inside + gap) * 0.5));
  Real angle = select(b < 0.65, with(op::acos, min(b, one)), atan2(root, x));
  Real more = (inside + select(x >= 1, gap, square / gap)) * 0.5;
  Real size = select(a < 1.5, log1p(more + sqrt(more * (a + 1))), log(a + sqrt(a * a - one)));
  return {angle, size};
}

ComplexVar complex_acosh(Builder& b, ComplexVar z) {
  ComplexVar turned = complex_acos(b, z);
  Real real{&b, z.real}, imag{&b, z.imag}, x = abs(real), y = abs(imag);
  Real is_middle = (max(x, y) < 1e8) & (min(x, y) > 1e-4);
  Real bound_x = as(select(is_middle, x, x.number(2)), Dtype::f64);
  Real bound_y = as(select(is_middle, y, y.number(2)), Dtype::f64);
  auto [angle, size] = middle_acosh(bound_x, bound_y);
  angle = as(select(real < 0, angle.number(std::numbers::pi) - angle, angle), real.dtype());
  Real far_size = abs(Real{&b, turned.imag});
  size = select(is_middle, as(size, real.dtype()), far_size);
  return Complex(size, with_sign_of(select(is_middle, angle, Real{&b, turned.real}), imag));
}

// 1 / (1 + e^-z), or e^z / (1 + e^z): the modulus of the power is at most 1.
ComplexVar complex_logistic(Builder& b, ComplexVar x) {
  Complex z(b, x);
  Real is_right = z.x >= 0;
  Complex power = exp(Complex(-abs(z.x), select(is_right, -z.y, z.y)));
  Complex above(select(is_right, z.x.number(1), power.x), select(is_right, z.x.number(0), power.y));
  return above / Complex(power.x + 1, power.y);
}

}  // namespace rille
