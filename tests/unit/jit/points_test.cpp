// Derivatives at integers, where formulas have cases.
#include <algorithm>
#include <cmath>
#include <concepts>
#include <optional>
#include <set>

#include "jit/transform.h"
#include "tests/unit/jit/cases.h"
#include "vm/error.h"
#include "vm/text.h"

namespace rille {
namespace {

using Arrays = std::vector<Array>;

constexpr double points[] = {-3, -2, -1.5, -1, -0.5, 0, 0.5, 1, 1.5, 2, 3, 4};

// The points in the range of the sample; for integer inputs, all integers.
std::vector<double> points_of(const Sample& sample, Dtype dtype) {
  std::vector<double> out;
  for (double x : points) {
    bool is_in = is_float(dtype) ? x >= sample.low && x <= sample.high
                                 : x == std::floor(x) && (x >= 0 || dtype != Dtype::boolean);
    if (is_in && (dtype != Dtype::boolean || x < 2)) out.push_back(x);
  }
  return out;
}

// Every combination of points for the inputs.
Arrays grid(const Sample& sample) {
  std::vector<std::vector<double>> axes;
  int64_t count = 1;
  for (const Type& type : sample.in) {
    axes.push_back(points_of(sample, type.dtype()));
    count *= std::ssize(axes.back());
  }
  Arrays out;
  int64_t period = 1;
  for (size_t i = 0; i < axes.size(); ++i) {
    Array x(sample.in[i].with({count}));
    with_type(x.dtype(), [&]<class T>(T) {
      if constexpr (std::integral<T> || std::same_as<T, double>) {
        auto places = x.edit<T>();
        for (int64_t k = 0; k < count; ++k) {
          auto at = static_cast<size_t>(k / period % std::ssize(axes[i]));
          places[static_cast<size_t>(k)] = static_cast<T>(axes[i][at]);
        }
      }
    });
    period *= std::ssize(axes[i]);
    out.push_back(std::move(x));
  }
  return out;
}

// The op on arrays of `count` numbers; nothing if the op is not elementwise.
std::optional<Graph> graph_of(const Case& c, int64_t count) {
  Types in = c.sample.in;
  for (Type& type : in) {
    if (type.form() != TypeForm::array || type.shape() != c.sample.in[0].shape()) return {};
    if (is_float(type.dtype()) ? type.dtype() != Dtype::f64 : is_complex(type.dtype())) return {};
    type = type.with({count});
  }
  try {
    Types out = c.op->type({in, c.sample.attrs, {}, {}});
    if (out.size() != 1 || out[0] != Type(Dtype::f64, {count})) return {};
  } catch (const Error&) {
    return {};
  }
  return graph_of(Case{c.op, {in, c.sample.attrs}, 0});
}

// The partial derivative of f's result by one of its inputs; nothing if it does not exist.
std::optional<Graph> slope_of(const Graph& f, size_t input) {
  Flags active(f.params.size(), false);
  active[input] = true;
  try {
    Graph dual = jvp(f, active);
    Builder b;
    Vars in;
    for (Var v : f.params) in.push_back(b.param(f.type(v)));
    Vars args = in;
    args.push_back(op::fill(b, f.type(f.params[input]), 1.0));
    return std::move(b).finish({inline_graph(b, dual, args)[1]});
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), Code::trace) << error.what();
    return {};
  }
}

std::vector<double> at(const Graph& f, Arrays x, size_t input, double step) {
  Array moved(x[input].type());
  std::ranges::transform(x[input].as<double>(), moved.edit<double>().begin(),
                         [=](double number) { return number + step; });
  x[input] = std::move(moved);
  Array y = evaluate(f, x)[0];
  auto numbers = y.as<double>();
  return {numbers.begin(), numbers.end()};
}

// Number of derivatives that could be checked: two step sizes and both sides must agree.
int judge(const Graph& f, const Graph& slope, const Arrays& x, size_t input) {
  constexpr double h = 0x1p-17;
  auto along = [&](double step) { return at(f, x, input, step); };
  std::vector<double> here = along(0), got = at(slope, x, input, 0);
  std::vector<double> far = along(h), back = along(-h), near = along(h / 2), low = along(-h / 2);
  int judged = 0;
  for (size_t i = 0; i < here.size(); ++i) {
    double wide = (far[i] - back[i]) / (2 * h), narrow = (near[i] - low[i]) / h;
    double bend = std::abs((near[i] - here[i]) - (here[i] - low[i])) * 2 / h;
    double doubt = std::abs(wide - narrow) + 0x1p-48 * std::abs(here[i]) / h;
    double size = std::abs(narrow) + 1;
    if (!std::isfinite(narrow) || !(doubt < 1e-4 * size) || !(bend < 1e-2 * size)) continue;
    ++judged;
    EXPECT_NEAR(got[i], narrow, 20 * doubt + 1e-6 * size)
        << "number " << i << ", " << x[input].as<double>()[i] << " of input " << input << "\n"
        << print(slope);
  }
  return judged;
}

class Points : public testing::TestWithParam<Case> {};

TEST_P(Points, have_the_slopes_of_the_numbers_beside_them) {
  const Op& op = *GetParam().op;
  constexpr std::string_view others[] = {"stop_gradient", "nextafter", "bitcast"};
  if (!op.jvp || std::ranges::find(others, op.name) != std::end(others)) GTEST_SKIP();
  Arrays x = grid(GetParam().sample);
  auto f = graph_of(GetParam(), std::ssize(x[0].as<double>()));
  if (!f) GTEST_SKIP();
  for (size_t i = 0; i < x.size(); ++i) {
    auto first = x[i].dtype() == Dtype::f64 ? slope_of(*f, i) : std::nullopt;
    if (!first) continue;
    judge(*f, *first, x, i);
    for (size_t k = 0; k < x.size(); ++k) {
      auto second = x[k].dtype() == Dtype::f64 ? slope_of(*first, k) : std::nullopt;
      if (second) judge(*first, *second, x, k);
    }
  }
}

// One case for each op and its attributes.
std::vector<Case> flat_cases() {
  std::vector<Case> out;
  std::set<std::string> seen;
  for (const Case& c : all_cases()) {
    bool is_flat = !c.sample.in.empty() && c.sample.in[0] == Type(Dtype::f64, {3});
    if (!is_flat || !c.sample.regions.empty()) continue;
    std::string key(c.op->name);
    for (const Type& type : c.sample.in) key += str(" ", name(type.dtype()));
    for (const Attr& attr : c.sample.attrs.items()) key += str(" ", text(attr.value));
    if (seen.insert(key).second) out.push_back(c);
  }
  return out;
}

INSTANTIATE_TEST_SUITE_P(ops, Points, testing::ValuesIn(flat_cases()), case_name);

}  // namespace
}  // namespace rille
