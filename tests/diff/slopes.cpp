// Oracles of derivatives.
#include <algorithm>
#include <cmath>
#include <limits>

#include "jit/op.h"
#include "jit/transform.h"
#include "jit/transforms/parts.h"
#include "tests/diff/oracles.h"
#include "vm/error.h"
#include "vm/text.h"

namespace rille::diff {
namespace {

Arrays join(Arrays a, const Arrays& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

// Floats of f64 and c128 as lists of doubles.
std::span<const double> numbers(const Array& x) {
  return {reinterpret_cast<const double*>(x.data()), x.byte_size() / sizeof(double)};
}
std::span<double> edit(Array& x) {
  return {reinterpret_cast<double*>(x.edit_data()), x.byte_size() / sizeof(double)};
}

Array moved(const Array& x, const Array& dx, double step) {
  Array out(x.type());
  auto to = edit(out);
  for (size_t i = 0; i < to.size(); ++i) to[i] = numbers(x)[i] + step * numbers(dx)[i];
  return out;
}

// One way builds zeros that the other leaves out: -0 + 0 is 0, and 0 times an infinite slope, of a
// singular matrix, is a NaN only where it is computed. Neither is a difference of gradients.
void settle(Arrays& a, Arrays& b) {
  for (size_t i = 0; i < a.size(); ++i) {
    Array x(a[i].type()), y(b[i].type());
    for (size_t k = 0; k < numbers(a[i]).size(); ++k) {
      double p = numbers(a[i])[k] + 0.0, q = numbers(b[i])[k] + 0.0;
      if (std::isnan(p)) q = p;
      if (std::isnan(q)) p = q;
      edit(x)[k] = p;
      edit(y)[k] = q;
    }
    a[i] = x;
    b[i] = y;
  }
}

// sum x y and sum |x y|. Of complex numbers the real part of x y: so are gradients defined.
struct Dot {
  double value = 0, size = 0;
  void add(const Array& x, const Array& y) {
    for (size_t i = 0; i < numbers(x).size(); ++i) {
      double sign = is_complex(x.dtype()) && i % 2 == 1 ? -1 : 1;
      value += sign * numbers(x)[i] * numbers(y)[i];
      size += std::abs(numbers(x)[i] * numbers(y)[i]);
    }
  }
};

Arrays with_tangents(const Graph& graph, const Vars& vars, const Arrays& all) {
  Arrays out;
  for (size_t i = 0; i < all.size(); ++i) {
    if (has_tangent(graph.type(vars[i]))) out.push_back(all[i]);
  }
  return out;
}

Arrays draw_tangents(const Graph& graph, const Vars& vars, Chance& chance) {
  Arrays out;
  for (Var v : vars) {
    if (has_tangent(graph.type(v))) out.push_back(draw(chance, graph.type(v), Numbers::plain));
  }
  return out;
}

bool has(const Graph& graph, bool (*is_it)(const Op&)) {
  return std::ranges::any_of(graph.nodes, [&](const Node& node) {
    return is_it(*node.op) ||
           std::ranges::any_of(node.regions, [&](const Region& r) { return has(*r, is_it); });
  });
}

bool no_derivative(const Graph& graph) {
  bool some = std::ranges::any_of(graph.params, [&](Var v) { return has_tangent(graph.type(v)); });
  bool gives =
      std::ranges::any_of(graph.results, [&](Var v) { return has_tangent(graph.type(v)); });
  return !some || !gives;
}

double total(const Arrays& all) {
  double out = 0;
  for (const Array& x : all) {
    for (double value : numbers(x)) out += std::abs(value);
  }
  return out;
}

struct Reverse {
  Dot left, right;  // (J v) u and (J' u) v
};

Reverse both_ways(const Graph& graph, const Graph& forward, const Vjp& reverse, const Arrays& at,
                  const Arrays& v, const Arrays& u) {
  Reverse out;
  Arrays dual = evaluate(forward, join(at, v));
  size_t results = graph.results.size();
  for (size_t i = results; i < dual.size(); ++i) out.left.add(dual[i], u[i - results]);
  Arrays kept = evaluate(reverse.forward, at);
  Arrays residuals(kept.begin() + static_cast<int64_t>(results), kept.end());
  Arrays back = evaluate(reverse.backward, join(residuals, u));
  for (size_t i = 0; i < back.size(); ++i) out.right.add(back[i], v[i]);
  return out;
}

// Arguments moved by a rounding or two: what that changes is what roundings within can change.
Arrays shaken(const Arrays& at, Chance& chance) {
  Arrays out;
  for (const Array& x : at) {
    if (!is_inexact(x.dtype())) {
      out.push_back(x);
      continue;
    }
    Array y(x.type());
    auto to = edit(y);
    for (size_t i = 0; i < to.size(); ++i)
      to[i] = numbers(x)[i] * (1 + chance.real(-1, 1) * 0x1p-50);
    out.push_back(y);
  }
  return out;
}

// Whether a primitive has no rule: its record says so, and a user is told.
bool is_refused(const Error& error) {
  return error.code() == Code::trace &&
         std::string_view(error.what()).starts_with("no derivative of ");
}

}  // namespace

Verdict adjoint(const Graph& graph, const Arrays& args, Chance& chance) {
  if (no_derivative(graph)) return silent();
  Graph forward;
  Vjp reverse;
  try {
    forward = jvp(graph);
    reverse = vjp(graph);
  } catch (const Error& error) {
    if (is_refused(error)) return silent();
    throw;
  }
  verify(forward);
  verify(reverse.forward);
  verify(reverse.backward);
  Arrays want = evaluate(graph, args);
  Arrays kept = evaluate(reverse.forward, args);
  kept.resize(want.size());
  if (Fault fault = same(kept, want)) return {str("the value beside residuals: ", *fault)};
  Arrays v = draw_tangents(graph, graph.params, chance);
  Arrays u = draw_tangents(graph, graph.results, chance);
  Arrays dual = evaluate(forward, join(args, v));
  dual.resize(want.size());
  if (Fault fault = same(dual, want)) return {str("the value beside tangents: ", *fault)};
  // Where eigenvalues are equal or a matrix is singular, as often here, slopes are of any size and
  // cancel: what is left is no measure. The table of ops judges these on matrices that have slopes.
  if (has(graph, is_decomposition)) return {};
  Reverse now = both_ways(graph, forward, reverse, args, v, u);
  double gap = std::abs(now.left.value - now.right.value);
  double size = now.left.size + now.right.size;
  if (!std::isfinite(size)) return silent();
  // Terms that cancel within J are not seen in its results: of numbers about 1 these are as large.
  size += 0.01 * total(u) * total(v);
  if (gap <= 1e-13 * size) return {};
  double noise = 0;
  for (int i = 0; i < 4; ++i) {
    Reverse next = both_ways(graph, forward, reverse, shaken(args, chance), v, u);
    noise = std::max({noise, std::abs(next.left.value - now.left.value),
                      std::abs(next.right.value - now.right.value)});
    if (!std::isfinite(next.left.size + next.right.size)) return silent();
  }
  if (gap <= 1e-12 * size + 100 * noise) return {};
  return {str("(J v) u = ", now.left.value, ", (J' u) v = ", now.right.value, "; sizes ", size,
              ", roundings move it by ", noise)};
}

namespace {

// f along dx at `step`, the results that have tangents.
Arrays along(const Graph& graph, const Arrays& at, const Arrays& dx, double step) {
  Arrays x = at;
  for (size_t i = 0, next = 0; i < x.size(); ++i) {
    if (has_tangent(x[i].type())) x[i] = moved(x[i], dx[next++], step);
  }
  return with_tangents(graph, graph.results, evaluate(graph, x));
}

// Decompositions have none where values are equal or a matrix is singular, as often here; the table
// of ops judges them elsewhere.
bool is_no_slope(const Op& op) {
  constexpr std::string_view names[] = {"stop_gradient", "nextafter",  "bitcast",
                                        "custom_vjp",    "custom_jvp", "linear_call"};
  return is_decomposition(op) || std::ranges::find(names, op.name) != std::end(names);
}

// Real numbers as complex ones lie on the branch cuts of these, where a slope is one of two.
bool is_cut(const Node& node, const Graph& graph) {
  constexpr std::string_view names[] = {"asin", "acos", "asinh", "acosh"};
  return is_complex(graph.type(node.in[0]).dtype()) &&
         std::ranges::find(names, node.op->name) != std::end(names);
}

bool has_cuts(const Graph& graph) {
  return std::ranges::any_of(graph.nodes, [&](const Node& node) {
    bool is_one = !node.in.empty() && is_cut(node, graph);
    return is_one ||
           std::ranges::any_of(node.regions, [](const Region& r) { return has_cuts(*r); });
  });
}

}  // namespace

Verdict slopes(const Graph& graph, const Arrays& args, Chance& chance) {
  bool has_none = no_derivative(graph) || has(graph, is_no_slope) || has_cuts(graph);
  if (has_none) return silent();
  Graph forward;
  try {
    forward = jvp(graph);
  } catch (const Error& error) {
    if (is_refused(error)) return silent();
    throw;
  }
  Arrays v = draw_tangents(graph, graph.params, chance);
  Arrays got = evaluate(forward, join(args, v));
  got.erase(got.begin(), got.begin() + std::ssize(graph.results));
  constexpr double h = 0x1p-17, fine = h / 256;
  Arrays zero = along(graph, args, v, 0), far[4];
  constexpr double steps[] = {-h, h, -h / 2, h / 2};
  for (int k = 0; k < 4; ++k) far[k] = along(graph, args, v, steps[k]);
  bool spoke = false;
  for (size_t k = 0; k < got.size(); ++k) {
    for (size_t i = 0; i < numbers(got[k]).size(); ++i) {
      auto y = [&](const Arrays& at) { return numbers(at[k])[i]; };
      double wide = (y(far[1]) - y(far[0])) / (2 * h), narrow = (y(far[3]) - y(far[2])) / h;
      double before = (y(zero) - y(far[2])) * 2 / h, after = (y(far[3]) - y(zero)) * 2 / h;
      double is = numbers(got[k])[i];
      double size = std::abs(narrow) + std::abs(is) + 1;
      // Roundings of a complex number go from one of its parts to the other.
      double value = std::abs(y(zero));
      if (is_complex(got[k].dtype())) value += std::abs(numbers(zero[k])[i ^ 1]);
      // What the steps do not agree on they do not know; at a kink the sides differ.
      double doubt = std::abs(wide - narrow) + 0x1p-48 * value / h;
      double bend = std::abs(after - before);
      if (!std::isfinite(narrow) || !(doubt < 1e-4 * size) || !(bend < 1e-2 * size)) continue;
      spoke = true;
      if (std::abs(is - narrow) <= 20 * doubt + 1e-6 * size) continue;
      // Steps longer than the period of rem, say, agree by chance: finer ones decide.
      double finer = (numbers(along(graph, args, v, fine)[k])[i] -
                      numbers(along(graph, args, v, -fine)[k])[i]) /
                     (2 * fine);
      if (std::abs(finer - is) < std::abs(finer - narrow)) continue;
      return {str("result ", k, ", number ", i, ": J v = ", is, ", differences say ", narrow,
                  " and ", wide)};
    }
  }
  return {{}, spoke};
}

// The whole graph as one node whose values are computed anew for the derivative.
Verdict rematerialized(const Graph& graph, const Arrays& args, Chance& chance) {
  if (no_derivative(graph)) return silent();
  Region whole = std::make_shared<const Graph>(graph);
  Graph twice = *make_region(Graph{}, graph.types_of(graph.params),
                             [&](Builder& b, const Vars& x) { return op::remat(b, x, whole); });
  Arrays u = draw_tangents(graph, graph.results, chance);
  auto gradient = [&](const Graph& f) {
    Vjp reverse = vjp(f);
    Arrays kept = evaluate(reverse.forward, args);
    Arrays residuals(kept.begin() + std::ssize(f.results), kept.end());
    kept.resize(f.results.size());
    Arrays back = evaluate(reverse.backward, join(residuals, u));
    return std::pair(kept, back);
  };
  try {
    auto [y, dx] = gradient(twice);
    auto [want, want_dx] = gradient(graph);
    if (Fault fault = same(y, want)) return {fault};
    settle(dx, want_dx);
    return {same(dx, want_dx)};
  } catch (const Error& error) {
    if (is_refused(error)) return silent();
    throw;
  }
}

}  // namespace rille::diff
