// Our functions against long double, in ulps.
#include <cmath>
#include <numbers>

#include "backends/backend.h"
#include "tests/unit/backends/arrays.h"

namespace rille {
namespace {

struct Function {
  const char* name;
  long double (*exact)(long double);
  double low, high;
  double units = 2;  // maximum error in the last place
};

long double logistic(long double x) { return 1 / (1 + std::exp(-x)); }
long double erf_inv(long double x) {
  long double y = 0;
  for (int i = 0; i < 40; ++i) {
    y += (x - std::erf(y)) / std::exp(-y * y) * (std::sqrt(std::numbers::pi_v<long double>) / 2);
  }
  return y;
}
long double rsqrt(long double x) { return 1 / std::sqrt(x); }
long double sech_squared(long double x) {
  long double sech = 1 / std::cosh(x);
  return sech * sech;
}

const Function functions[] = {
    {"exp", std::exp, -80, 80},
    {"expm1", std::expm1, -20, 20},
    {"log", std::log, 1e-30, 1e30},
    {"log1p", std::log1p, -0.99, 100, 2.5},
    {"tanh", std::tanh, -12, 12, 2.5},
    {"logistic", logistic, -30, 30, 2.5},
    {"sin", std::sin, -1000, 1000},
    {"cos", std::cos, -1000, 1000},
    {"tan", std::tan, -100, 100, 2.5},
    {"sinh", std::sinh, -20, 20, 2.5},
    {"cosh", std::cosh, -20, 20},
    {"asin", std::asin, -1, 1},
    {"acos", std::acos, -1, 1},
    {"atan", std::atan, -50, 50},
    {"erf", std::erf, -5, 5},
    {"cbrt", std::cbrt, -1000, 1000},
    {"rsqrt", rsqrt, 1e-3, 1e3},
    {"erf_inv", erf_inv, -0.9999999, 0.9999999, 4},
    {"sech_squared", sech_squared, -43, 43, 3},
};

// Dense in the range, and small numbers of all magnitudes if the range contains 0.
template <class T>
Array arguments(const Function& f) {
  constexpr int64_t count = 200003;
  Array out(Type(dtype_of<T>, {count}));
  auto x = out.edit<T>();
  std::mt19937 rng{5};
  std::uniform_real_distribution<double> flat(0, 1);
  for (size_t i = 0; i < x.size(); ++i) {
    double at = f.low > 0 ? f.low * std::pow(f.high / f.low, flat(rng))
                          : f.low + (f.high - f.low) * flat(rng);
    if (f.low <= 0 && i % 4 == 0) at *= std::pow(10.0, -12 * flat(rng));
    if (std::string_view(f.name) == "log" && i % 4 == 0) at = 0.5 + flat(rng);
    x[i] = static_cast<T>(at);
  }
  return out;
}

template <class T>
double worst_units(const Function& f, double& where) {
  Array x = arguments<T>(f);
  Builder b;
  Vars y = b.emit(*op_named(f.name), {b.param(x.type())});
  Arrays args{x};
  Array got = host_device().compile(std::move(b).finish(y))->run(args, {})[0];
  double worst = 0;
  for (size_t i = 0; i < x.size(); ++i) {
    long double want = f.exact(static_cast<long double>(x.as<T>()[i]));
    T near = static_cast<T>(std::abs(want));
    long double unit = std::nextafter(near, std::numeric_limits<T>::infinity()) - near;
    double units =
        static_cast<double>(std::abs(static_cast<long double>(got.as<T>()[i]) - want) / unit);
    if (!(units <= worst)) worst = units, where = static_cast<double>(x.as<T>()[i]);
  }
  return worst;
}

class Math : public testing::TestWithParam<Function> {};

TEST_P(Math, is_right_to_two_units) {
  double where = 0;
  double single = worst_units<float>(GetParam(), where);
  EXPECT_LE(single, GetParam().units) << "f32 at " << where;
  double twice = worst_units<double>(GetParam(), where);
  EXPECT_LE(twice, GetParam().units) << "f64 at " << where;
  RecordProperty("f32", std::to_string(single));
  RecordProperty("f64", std::to_string(twice));
}

INSTANTIATE_TEST_SUITE_P(functions, Math, testing::ValuesIn(functions),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace rille
