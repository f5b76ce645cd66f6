// Real: one double in place of a register of formulas.h.
#include "vm/numbers/math.h"

#include <bit>
#include <cmath>
#include <string_view>

#include "vm/numbers/formulas.h"

namespace rille {
namespace {

struct Flag {
  bool v;
  Flag operator&(Flag o) const { return {v && o.v}; }
  Flag operator|(Flag o) const { return {v || o.v}; }
  Flag operator!() const { return {!v}; }
};

struct Real {
  double v;
  Real of(double x) const { return {x}; }
  Real operator-() const { return {-v}; }
};

Real operator+(Real x, Real y) { return {x.v + y.v}; }
Real operator-(Real x, Real y) { return {x.v - y.v}; }
Real operator*(Real x, Real y) { return {x.v * y.v}; }
Real operator/(Real x, Real y) { return {x.v / y.v}; }
Real operator+(Real x, double y) { return {x.v + y}; }
Real operator-(Real x, double y) { return {x.v - y}; }
Real operator*(Real x, double y) { return {x.v * y}; }
Real operator+(double x, Real y) { return {x + y.v}; }
Real operator-(double x, Real y) { return {x - y.v}; }
Real operator*(double x, Real y) { return {x * y.v}; }
Flag operator<(Real x, double y) { return {x.v < y}; }
Flag operator>(Real x, double y) { return {x.v > y}; }
Flag operator>(Real x, Real y) { return {x.v > y.v}; }
Flag operator==(Real x, double y) { return {x.v == y}; }
Flag operator==(Real x, Real y) { return {x.v == y.v}; }
Flag is_nan(Real x) { return {x.v != x.v}; }
Real select(Flag m, Real x, Real y) { return m.v ? x : y; }
Real select(Flag m, Real x, double y) { return {m.v ? x.v : y}; }
Real select(Flag m, double x, Real y) { return {m.v ? x : y.v}; }
Real fma(Real x, Real y, Real z) { return {__builtin_fma(x.v, y.v, z.v)}; }
Real fma(Real x, double y, Real z) { return {__builtin_fma(x.v, y, z.v)}; }
Real abs(Real x) { return {std::fabs(x.v)}; }
Real rint(Real x) { return {std::nearbyint(x.v)}; }
Real with_sign(Real x, Real sign) { return {std::copysign(x.v, sign.v)}; }
bool is_single(Real) { return false; }

// An integer that wraps, as in a register.
struct Whole {
  uint64_t v;
  Whole operator+(int64_t x) const { return {v + static_cast<uint64_t>(x)}; }
  Whole operator-(int64_t x) const { return {v - static_cast<uint64_t>(x)}; }
  Whole operator-(Whole x) const { return {v - x.v}; }
  Whole operator&(int64_t x) const { return {v & static_cast<uint64_t>(x)}; }
  Whole operator<<(int x) const { return {v << x}; }
  Whole operator>>(int x) const { return {static_cast<uint64_t>(static_cast<int64_t>(v) >> x)}; }
  Flag operator==(int64_t x) const { return {v == static_cast<uint64_t>(x)}; }
};
Whole bits_of(Real x) { return {std::bit_cast<uint64_t>(x.v)}; }
Real float_of(Whole x, Real) { return {std::bit_cast<double>(x.v)}; }
Real whole_number(Whole x, Real) { return {static_cast<double>(static_cast<int64_t>(x.v))}; }
Flag has_sign(Real x) { return {std::signbit(x.v)}; }
Real scaled(Real x, Real shifted) { return formula::by_halves(x, shifted); }

// Equal to rille_sin and rille_cos of backends/host/runtime.h.
Real far_angle(Real x, Real near, double furthest, std::string_view name) {
  if (!(std::fabs(x.v) > furthest)) return near;
  return {name == "rille_sin" ? std::sin(x.v) : std::cos(x.v)};
}

// Everything is inlined into `own`, which uses the fma instruction. Without it, the C library
// computes the same result.
template <auto F, class... X>
struct Ways {
#ifdef __x86_64__
  [[gnu::target("fma"), gnu::flatten]] static double own(X... x) { return F(Real{x}...).v; }
#else
  [[gnu::flatten]] static double own(X... x) { return F(Real{x}...).v; }
#endif
  static double any(X... x) { return F(Real{x}...).v; }
};

#ifdef __x86_64__
const bool has_fma = __builtin_cpu_supports("fma");
#else
const bool has_fma = true;
#endif

template <auto F, class... X>
double run(X... x) {
  return has_fma ? Ways<F, X...>::own(x...) : Ways<F, X...>::any(x...);
}

}  // namespace

namespace host {

double exp(double x) { return run<formula::exp<Real>>(x); }
double log(double x) { return run<formula::log<Real>>(x); }
double sin(double x) { return run<formula::sin<Real>>(x); }
double cos(double x) { return run<formula::cos<Real>>(x); }
double tanh(double x) { return run<formula::tanh<Real>>(x); }
double pow(double x, double y) { return run<formula::pow<Real>>(x, y); }

}  // namespace host
}  // namespace rille
