// custom_root: implicit differentiation of a root finder.
#include <algorithm>

#include "jit/transform.h"
#include "stdlib/array.h"
#include "stdlib/trace/leaves.h"
#include "stdlib/trace/region.h"
#include "stdlib/transform/tangents.h"
#include "stdlib/transform/traced.h"
#include "vm/bind.h"
#include "vm/call.h"

// By the implicit function theorem, dx solves (df/dx) dx = -(df/dp) dp, however x was found.
namespace rille {
namespace {

using Arrays = std::vector<Array>;

void append_all(Arrays& to, const Arrays& more) { to.insert(to.end(), more.begin(), more.end()); }
Arrays part(const Arrays& xs, size_t from, size_t count) {
  auto first = xs.begin() + static_cast<std::ptrdiff_t>(from);
  return {first, first + static_cast<std::ptrdiff_t>(count)};
}

// Appends the leaves of `made` to `leaves`, converted to the dtypes of the solution's leaves.
void need_like(const Value& made, const Value& wanted, Arrays& leaves, std::string_view what) {
  Arrays is = leaves_of({made}), must = leaves_of({wanted});
  bool fits = is.size() == must.size();
  for (size_t i = 0; fits && i < is.size(); ++i) fits = is[i].shape() == must[i].shape();
  if (!fits) {
    throw Error(Code::type, str("custom_root: ", what, " returned ", kind_text(made),
                                ", expected the structure and the shapes of the solution, ",
                                kind_text(wanted)));
  }
  for (size_t i = 0; i < is.size(); ++i) leaves.push_back(convert(is[i], must[i].dtype()));
}

struct RootSolution {
  const Function &f, &tangent_solve;
  const Value& like;  // the solution: its structure and types
  Arrays x = leaves_of({like});

  Value tree(Arrays leaves) const {
    for (size_t i = 0; i < x.size(); ++i) leaves[i] = leaves[i].with_weak(x[i].is_weak());
    return with_leaves_of({like}, leaves)[0];
  }

  RecordedGraph recorded_residual() const {
    return record(x, [&](const Arrays& at) {
      Arrays out;
      need_like(call(f, {tree(at)}), like, out, "`f`");
      return out;
    });
  }

  // The JVP of f at x, as a function of tangents.
  Function slope(const Graph& residual, const Arrays& at, const Arrays& captures) const {
    std::vector<bool> active(residual.params.size(), false);
    std::fill_n(active.begin(), at.size(), true);
    auto parts = std::make_shared<const Linearization>(linearize(residual, active));
    Arrays in = at;
    append_all(in, captures);
    Arrays known = run_graph(parts->known, in);
    Values kept;
    for (const Array& each : part(known, at.size(), parts->residuals)) kept.emplace_back(each);
    Closure closure{.prototype = parts.get(),
                    .holder = parts,
                    .captures = {{"like", tree(at)}, {"residuals", Value::tuple(std::move(kept))}}};
    FunctionInfo info{.name = "custom_root(linearized f)", .params = {{.name = "tangent"}}};
    auto run = [parts](const Captures& held, const Values& given) -> Values {
      Value form = held[0];
      Arrays directions = leaves_of({held[1]});
      matching(form, given.at(0), "custom_root: the argument of `g`", directions);
      size_t next = 0;
      return {tangent_tree(form, run_graph(parts->linear, directions), next)};
    };
    return make_native(f.state(), std::move(info), std::move(run), std::move(closure));
  }

  // (captures of f..., x..., tangents of the captures...) -> (tangents of x...)
  RecordedGraph recorded_rule(const RecordedGraph& residual) const {
    const Arrays& captures = residual.captures;
    Arrays moved = moving(captures), params = captures;
    append_all(params, x);
    append_all(params, moved);
    std::vector<bool> active(x.size(), false);
    for (const Array& each : captures) active.push_back(has_tangent(each.type()));
    Graph derived = jvp(residual.graph, active);
    return record(params, [&](const Arrays& in) {
      Arrays held = part(in, 0, captures.size()), at = part(in, captures.size(), x.size());
      Arrays all = at;
      append_all(all, held);
      append_all(all, part(in, captures.size() + x.size(), moved.size()));
      Arrays both = run_graph(derived, all), right;
      for (const Array& each : part(both, x.size(), x.size())) right.push_back(neg(each));
      Arrays out;
      Value dx = call(tangent_solve, {slope(residual.graph, at, held), tree(right)});
      need_like(dx, like, out, "`tangent_solve`");
      return out;
    });
  }

  Value moving_with(const RecordedGraph& solution) const {
    RecordedGraph residual = recorded_residual();
    if (moving(residual.captures).empty())
      return tree(run_graph(solution.graph, solution.captures));
    RecordedGraph rule = recorded_rule(residual);
    Arrays operands = solution.captures;
    append_all(operands, residual.captures);
    append_all(operands, rule.captures);
    size_t first = solution.captures.size(), last = first + residual.captures.size();
    Regions regions{over_operands(solution, 0, 0, operands),
                    over(rule, RuleParams{first, last, last, types_of(x)}, operands)};
    return tree(apply(custom_jvp_op, operands, {{"of_result", true}}, regions));
  }
};

Value custom_root(Function f, Value guess, Function solve, Function tangent_solve) {
  Value found;
  auto solved = [&](const Arrays&) {
    found = call(solve, {f, guess});
    Arrays leaves = leaves_of({found});
    for (const Array& x : leaves) {
      if (is_float(x.dtype())) continue;
      throw Error(Code::dtype, str("custom_root: `solve` returned ", x.type(),
                                   ", expected a solution of floats"));
    }
    return leaves;
  };
  if (Trace::innermost() == nullptr) {
    solved({});
    return found;
  }
  RecordedGraph solution = record({}, solved);
  return RootSolution{f, tangent_solve, found}.moving_with(solution);
}

}  // namespace

extern const Builtin custom_root_builtin = {
    .signature =
        "custom_root(f: fn(x), initial_guess: tree, solve: fn(f, guess), tangent_solve: fn(g, y)) "
        "-> tree",
    .brief =
        "Finds a root of f(x) = 0 and differentiates it implicitly. Derivatives with respect to "
        "the captures of `f` follow from the implicit function theorem, not from `solve`.",
    .params = {{"f", "Pure function of x. Returns a residual of the structure and shapes of x."},
               {"initial_guess",
                "Initial guess, a tree of floats in the structure of x. It is a constant under "
                "differentiation."},
               {"solve", "Root finder: takes `f` and `initial_guess`, returns x."},
               {"tangent_solve",
                "Linear solver: takes a linear function g and y, returns the z for which g(z) = y. "
                "It must be linear in y."}},
    .returns = "the root that `solve` found",
    .errors =
        "error[type] if the result of `f` or of `tangent_solve` differs from the solution in "
        "structure or shape; error[dtype] if the solution is not of floats",
    .example =
        "let root = a => custom_root(x => x * x - a, 1.0, (f, x) => sqrt(a), (g, y) => y / "
        "g(1.0)); grad(root)(4.0)  #> 0.25",
    .source = "jax.lax.custom_root",
    .call = bind<&custom_root>,
};

}  // namespace rille
