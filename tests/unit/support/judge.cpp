// Checks derivatives and batches of graphs by running them.
#include "tests/unit/support/judge.h"

#include <cstring>

namespace rille {
namespace {

bool is_f64(const Array& x) { return x.dtype() == Dtype::f64; }

Array moved(const Array& x, const Array& dx, double step) {
  Array out(x.type());
  auto y = out.edit<double>();
  for (size_t i = 0; i < y.size(); ++i) y[i] = x.as<double>()[i] + step * dx.as<double>()[i];
  return out;
}

double dot(const Array& a, const Array& b) {
  double sum = 0;
  for (size_t i = 0; i < a.size(); ++i) sum += a.as<double>()[i] * b.as<double>()[i];
  return sum;
}

Arrays join(Arrays a, const Arrays& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

Arrays floats_of(const Arrays& all) {
  Arrays out;
  for (const Array& x : all) {
    if (has_tangent(x.type())) out.push_back(x);
  }
  return out;
}

Array row_of(const Array& many, size_t row) {
  Type type = many.type().with(Shape(many.shape().begin() + 1, many.shape().end()));
  Array out(type);
  size_t size = out.byte_size();
  if (size > 0) std::memcpy(out.edit_data(), many.data() + row * size, size);
  return out;
}

}  // namespace

void expect_near(const Array& got, const Array& want, double tolerance, const Graph& graph) {
  ASSERT_EQ(got.type(), want.type()) << print(graph);
  if (!is_f64(want)) {
    EXPECT_EQ(std::memcmp(got.data(), want.data(), want.byte_size()), 0) << print(graph);
    return;
  }
  for (size_t i = 0; i < want.size(); ++i) {
    double a = got.as<double>()[i], b = want.as<double>()[i];
    ASSERT_NEAR(a, b, tolerance * std::max(1.0, std::abs(b))) << "element " << i << print(graph);
  }
}

Array Judge::draw(const Type& type, double low, double high) {
  Array out(type);
  std::uniform_real_distribution<double> real(low, high);
  if (type.dtype() == Dtype::boolean) {
    for (bool& x : out.edit<bool>()) x = real(rng_) > (low + high) / 2;
  } else if (type.dtype() == Dtype::i32) {
    for (int32_t& x : out.edit<int32_t>()) x = static_cast<int32_t>(rng_() % 4) - 1;
  } else {
    for (double& x : out.edit<double>()) x = real(rng_);
  }
  return out;
}

Arrays Judge::draw(const Types& types) {
  Arrays out;
  for (const Type& type : types) out.push_back(draw(type));
  return out;
}

// The derivative of f along dx by differences of fourth order.
static Arrays differences(const Graph& f, const Arrays& at, const Arrays& dx) {
  constexpr double h = 2e-4, weights[] = {1, -8, 8, -1}, steps[] = {-2, -1, 1, 2};
  Arrays out;
  for (size_t k = 0; k < 4; ++k) {
    Arrays x = at;
    for (size_t i = 0, next = 0; i < x.size(); ++i) {
      if (has_tangent(x[i].type())) x[i] = moved(x[i], dx[next++], steps[k] * h);
    }
    Arrays y = floats_of(evaluate(f, x));
    for (size_t i = 0; i < y.size(); ++i) {
      if (k == 0) out.push_back(moved(y[i], y[i], -1));
      out[i] = moved(out[i], y[i], weights[k] / (12 * h));
    }
  }
  return out;
}

void Judge::slopes(const Graph& f, const Arrays& at) {
  Graph forward = jvp(f);
  verify(forward);
  Arrays dx;
  for (const Array& x : floats_of(at)) dx.push_back(draw(x.type()));
  Arrays y = evaluate(f, at), got = evaluate(forward, join(at, dx));
  for (size_t i = 0; i < y.size(); ++i) expect_near(got[i], y[i], 1e-12, forward);
  Arrays want = differences(f, at, dx);
  for (size_t i = 0; i < want.size(); ++i) {
    expect_near(got[y.size() + i], want[i], 1e-7, forward);
  }
}

void Judge::adjoint(const Graph& f, const Arrays& at) {
  Arrays y = evaluate(f, at), cts, dx;
  for (const Array& x : floats_of(at)) dx.push_back(draw(x.type()));
  Graph forward = jvp(f);
  Arrays both = evaluate(forward, join(at, dx));
  double left = 0, right = 0, size = 1;
  for (size_t i = y.size(); i < both.size(); ++i) {
    cts.push_back(draw(both[i].type()));
    left += dot(cts.back(), both[i]);
    size += std::sqrt(dot(both[i], both[i]));
  }
  Vjp reverse = vjp(f);
  verify(reverse.forward);
  verify(reverse.backward);
  Arrays kept = evaluate(reverse.forward, at);
  for (size_t i = 0; i < y.size(); ++i) expect_near(kept[i], y[i], 1e-12, reverse.forward);
  Arrays residuals(kept.begin() + static_cast<long>(y.size()), kept.end());
  Arrays back = evaluate(reverse.backward, join(residuals, cts));
  ASSERT_EQ(back.size(), dx.size());
  for (size_t i = 0; i < dx.size(); ++i) right += dot(back[i], dx[i]);
  EXPECT_NEAR(left, right, 1e-9 * size) << print(f) << print(reverse.backward);
  Graph linear = linearize(f).linear;
  verify(linear);
}

void Judge::rows(const Graph& f, int64_t size) {
  BatchAxes axes;
  for (size_t i = 0; i < f.params.size(); ++i) axes.in.push_back(rng_() % 3 == 0 ? -1 : 0);
  Graph many = vmap(f, size, axes);
  verify(many);
  Arrays stacked = draw(many.types_of(many.params)), got = evaluate(many, stacked);
  for (size_t row = 0; row < static_cast<size_t>(size); ++row) {
    Arrays one;
    for (size_t i = 0; i < stacked.size(); ++i) {
      one.push_back(axes.in[i] < 0 ? stacked[i] : row_of(stacked[i], row));
    }
    Arrays want = evaluate(f, one);
    for (size_t i = 0; i < want.size(); ++i) {
      expect_near(row_of(got[i], row), want[i], 1e-12, many);
    }
  }
}

void Judge::judge(const Graph& f, int order) {
  verify(f);
  Arrays at = draw(f.types_of(f.params));
  slopes(f, at);
  adjoint(f, at);
  rows(f);
  if (order <= 1 || testing::Test::HasFatalFailure()) return;
  judge(grad_of(f), order - 1);
  judge(jvp(f), order - 1);
  judge(vmap(f, 2), order - 1);
}

Graph scalar_of(const Graph& f) {
  return graph(f.types_of(f.params), [&](Builder& b, const Vars& x) {
    Var sum = op::fill(b, f64({}), 0.0);
    for (Var y : inline_graph(b, f, x)) {
      if (b.type(y).dtype() != Dtype::f64) continue;
      Ints axes;
      for (int64_t axis = 0; axis < b.type(y).rank(); ++axis) axes.push_back(axis);
      sum = op::add(b, sum, op::sum(b, op::tanh(b, y), axes));
    }
    return Vars{sum};
  });
}

Graph grad_of(const Graph& f) {
  Graph both = value_and_grad(scalar_of(f));
  both.results.erase(both.results.begin());
  return both;
}

}  // namespace rille
