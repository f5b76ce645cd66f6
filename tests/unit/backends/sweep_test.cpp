// Every float through every function, against doubles.
// By default, one of several thousand bit patterns; RILLE_SWEEP=all tests all 2^32 and prints the
// result.
#include <bit>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <thread>

#include "backends/backend.h"
#include "tests/unit/backends/arrays.h"

namespace rille {
namespace {

struct Function {
  const char* name;
  double (*exact)(double);
  double most = 2;  // units in the last place
};

double logistic(double x) {
  return x < 0 ? std::exp(x) / (1 + std::exp(x)) : 1 / (1 + std::exp(-x));
}
double rsqrt(double x) { return 1 / std::sqrt(x); }
double log_gamma(double x) {
  int sign = 0;
  return lgamma_r(x, &sign);
}
double gamma(double x) { return x < 0 && x == std::floor(x) ? NAN : std::tgamma(x); }

// Validated by a Newton step from the result; see `wanted`.
double erf_inv(double) { return 0; }

const Function functions[] = {
    {"exp", std::exp},     {"exp2", std::exp2},   {"expm1", std::expm1},  {"log", std::log},
    {"log2", std::log2},   {"log10", std::log10}, {"log1p", std::log1p},  {"sqrt", std::sqrt},
    {"rsqrt", rsqrt},      {"cbrt", std::cbrt},   {"sin", std::sin},      {"cos", std::cos},
    {"tan", std::tan},     {"asin", std::asin},   {"acos", std::acos},    {"atan", std::atan},
    {"sinh", std::sinh},   {"cosh", std::cosh},   {"tanh", std::tanh},    {"asinh", std::asinh},
    {"acosh", std::acosh}, {"atanh", std::atanh}, {"logistic", logistic}, {"erf", std::erf},
    {"erfc", std::erfc},   {"erf_inv", erf_inv},  {"gammaln", log_gamma}, {"gamma", gamma},
};

bool is_whole() {
  const char* said = std::getenv("RILLE_SWEEP");
  return said != nullptr && std::string_view(said) == "all";
}

double wanted(const Function& f, float x, float got) {
  if (f.exact != erf_inv) return f.exact(x);
  double size = std::fabs(static_cast<double>(x)), y = std::fabs(static_cast<double>(got));
  if (!(size < 1)) return size == 1 ? std::copysign(INFINITY, x) : NAN;
  double over = size < 0.5 ? std::erf(y) - size : (1 - size) - std::erfc(y);
  return std::copysign(y - over * std::exp(y * y) * (std::sqrt(M_PI) / 2), x);
}

// The error in units in the last place; infinity if exactly one of the values is NaN.
double units(float got, double want) {
  if (std::isnan(want) || std::isnan(got)) {
    return std::isnan(want) == std::isnan(got) ? 0 : INFINITY;
  }
  double most = std::numeric_limits<float>::max();
  if (std::isinf(got) || std::fabs(want) > most) {
    bool is_beyond = std::fabs(want) > most * (1 - 0x1p-25) && std::fabs(got) >= most;
    return is_beyond && std::signbit(got) == std::signbit(want) ? 0 : INFINITY;
  }
  int exponent = want == 0 ? -126 : std::max(std::ilogb(want), -126);
  return std::fabs(got - want) / std::ldexp(1, exponent - 23);
}

struct Worst {
  double units = 0;
  float at = 0;
  void add(double next, float x) {
    if (next > units) units = next, at = x;
  }
};

constexpr uint64_t patterns = uint64_t{1} << 32, chunk = uint64_t{1} << 21;
constexpr uint64_t stride = 2053;  // a prime: covers all exponents and mantissas of all kinds

class Sweep : public testing::TestWithParam<Function> {
 protected:
  void SetUp() override {
    Builder b;
    Type type(Dtype::f32, {static_cast<int64_t>(chunk)});
    Vars y = b.emit(*op_named(GetParam().name), {b.param(type)});
    code_ = host_device().compile(std::move(b).finish(y));
    x_ = Array(type);
  }

  // The bit patterns from `first`, with a stride of `step`.
  Worst worst_of(uint64_t first, uint64_t step) {
    auto x = x_.edit<float>();
    for (uint64_t i = 0; i < chunk; ++i) {
      x[i] = std::bit_cast<float>(static_cast<uint32_t>(first + i * step));
    }
    Arrays args{x_};
    Array got = code_->run(args, {})[0];
    Worst halves[2];
    auto judge = [&](uint64_t half) {
      for (uint64_t i = half; i < chunk; i += 2) {
        float at = x_.as<float>()[i], y = got.as<float>()[i];
        halves[half].add(units(y, wanted(GetParam(), at, y)), at);
      }
    };
    std::thread other(judge, 1);
    judge(0);
    other.join();
    return halves[0].units > halves[1].units ? halves[0] : halves[1];
  }

 private:
  decltype(host_device().compile(Graph{})) code_;
  Array x_;
};

TEST_P(Sweep, floats_are_right_to_some_units) {
  Worst worst;
  if (!is_whole()) {
    worst = worst_of(0, stride);
  } else {
    for (uint64_t first = 0; first < patterns; first += chunk) {
      Worst next = worst_of(first, 1);
      worst.add(next.units, next.at);
    }
    std::printf("sweep %s %.3f %a\n", GetParam().name, worst.units, static_cast<double>(worst.at));
  }
  EXPECT_LE(worst.units, GetParam().most) << "at " << worst.at;
}

INSTANTIATE_TEST_SUITE_P(functions, Sweep, testing::ValuesIn(functions),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace rille
