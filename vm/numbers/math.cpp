// ScalarReal: one double in place of a register of formulas.h.
#include "vm/numbers/math.h"

#include <bit>
#include <cmath>
#include <string_view>

#include "vm/numbers/formulas.h"

namespace rille {
namespace {

struct ScalarFlag {
  bool v;
  ScalarFlag operator&(ScalarFlag o) const { return {v && o.v}; }
  ScalarFlag operator|(ScalarFlag o) const { return {v || o.v}; }
  ScalarFlag operator!() const { return {!v}; }
};

struct ScalarReal {
  double v;
  ScalarReal of(double x) const { return {x}; }
  ScalarReal operator-() const { return {-v}; }
};

ScalarReal operator+(ScalarReal x, ScalarReal y) { return {x.v + y.v}; }
ScalarReal operator-(ScalarReal x, ScalarReal y) { return {x.v - y.v}; }
ScalarReal operator*(ScalarReal x, ScalarReal y) { return {x.v * y.v}; }
ScalarReal operator/(ScalarReal x, ScalarReal y) { return {x.v / y.v}; }
ScalarReal operator+(ScalarReal x, double y) { return {x.v + y}; }
ScalarReal operator-(ScalarReal x, double y) { return {x.v - y}; }
ScalarReal operator*(ScalarReal x, double y) { return {x.v * y}; }
ScalarReal operator+(double x, ScalarReal y) { return {x + y.v}; }
ScalarReal operator-(double x, ScalarReal y) { return {x - y.v}; }
ScalarReal operator*(double x, ScalarReal y) { return {x * y.v}; }
ScalarFlag operator<(ScalarReal x, double y) { return {x.v < y}; }
ScalarFlag operator>(ScalarReal x, double y) { return {x.v > y}; }
ScalarFlag operator>(ScalarReal x, ScalarReal y) { return {x.v > y.v}; }
ScalarFlag operator==(ScalarReal x, double y) { return {x.v == y}; }
ScalarFlag operator==(ScalarReal x, ScalarReal y) { return {x.v == y.v}; }
ScalarFlag is_nan(ScalarReal x) { return {x.v != x.v}; }
ScalarReal select(ScalarFlag m, ScalarReal x, ScalarReal y) { return m.v ? x : y; }
ScalarReal select(ScalarFlag m, ScalarReal x, double y) { return {m.v ? x.v : y}; }
ScalarReal select(ScalarFlag m, double x, ScalarReal y) { return {m.v ? x : y.v}; }
ScalarReal fma(ScalarReal x, ScalarReal y, ScalarReal z) { return {__builtin_fma(x.v, y.v, z.v)}; }
ScalarReal fma(ScalarReal x, double y, ScalarReal z) { return {__builtin_fma(x.v, y, z.v)}; }
ScalarReal abs(ScalarReal x) { return {std::fabs(x.v)}; }
ScalarReal rint(ScalarReal x) { return {std::nearbyint(x.v)}; }
ScalarReal with_sign(ScalarReal x, ScalarReal sign) { return {std::copysign(x.v, sign.v)}; }
bool is_single(ScalarReal) { return false; }

// An integer that wraps, as in a register.
struct WrappingInt {
  uint64_t v;
  WrappingInt operator+(int64_t x) const { return {v + static_cast<uint64_t>(x)}; }
  WrappingInt operator-(int64_t x) const { return {v - static_cast<uint64_t>(x)}; }
  WrappingInt operator-(WrappingInt x) const { return {v - x.v}; }
  WrappingInt operator&(int64_t x) const { return {v & static_cast<uint64_t>(x)}; }
  WrappingInt operator<<(int x) const { return {v << x}; }
  WrappingInt operator>>(int x) const {
    return {static_cast<uint64_t>(static_cast<int64_t>(v) >> x)};
  }
  ScalarFlag operator==(int64_t x) const { return {v == static_cast<uint64_t>(x)}; }
};
WrappingInt bits_of(ScalarReal x) { return {std::bit_cast<uint64_t>(x.v)}; }
ScalarReal float_of(WrappingInt x, ScalarReal) { return {std::bit_cast<double>(x.v)}; }
ScalarReal whole_number(WrappingInt x, ScalarReal) {
  return {static_cast<double>(static_cast<int64_t>(x.v))};
}
ScalarFlag has_sign(ScalarReal x) { return {std::signbit(x.v)}; }
ScalarReal scaled(ScalarReal x, ScalarReal shifted) { return formula::by_halves(x, shifted); }

// Equal to rille_sin and rille_cos of backends/host/runtime.h.
ScalarReal far_angle(ScalarReal x, ScalarReal near, double furthest, std::string_view name) {
  if (!(std::fabs(x.v) > furthest)) return near;
  return {name == "rille_sin" ? std::sin(x.v) : std::cos(x.v)};
}

// Everything is inlined into `own`, which uses the fma instruction. Without it, the C library
// computes the same result.
template <auto F, class... X>
struct FormulaVariants {
#ifdef __x86_64__
  [[gnu::target("fma"), gnu::flatten]] static double own(X... x) { return F(ScalarReal{x}...).v; }
#else
  [[gnu::flatten]] static double own(X... x) { return F(ScalarReal{x}...).v; }
#endif
  static double any(X... x) { return F(ScalarReal{x}...).v; }
};

#ifdef __x86_64__
const bool has_fma = __builtin_cpu_supports("fma");
#else
const bool has_fma = true;
#endif

template <auto F, class... X>
double run(X... x) {
  return has_fma ? FormulaVariants<F, X...>::own(x...) : FormulaVariants<F, X...>::any(x...);
}

}  // namespace

namespace host {

double exp(double x) { return run<formula::exp<ScalarReal>>(x); }
double log(double x) { return run<formula::log<ScalarReal>>(x); }
double sin(double x) { return run<formula::sin<ScalarReal>>(x); }
double cos(double x) { return run<formula::cos<ScalarReal>>(x); }
double tanh(double x) { return run<formula::tanh<ScalarReal>>(x); }
double pow(double x, double y) { return run<formula::pow<ScalarReal>>(x, y); }

}  // namespace host
}  // namespace rille
