// custom_root: a solution that moves as its equation does.
#include <algorithm>

#include "jit/transform.h"
#include "stdlib/array.h"
#include "stdlib/trace/leaves.h"
#include "stdlib/trace/region.h"
#include "stdlib/transform/tangents.h"
#include "stdlib/transform/traced.h"
#include "vm/bind.h"
#include "vm/call.h"

// Where f(x, p) = 0 goes on to hold, dx solves (df/dx) dx = -(df/dp) dp, however x was found.
namespace rille {
namespace {

using Arrays = std::vector<Array>;

void append_all(Arrays& to, const Arrays& more) { to.insert(to.end(), more.begin(), more.end()); }
Arrays part(const Arrays& xs, size_t from, size_t count) {
  auto first = xs.begin() + static_cast<std::ptrdiff_t>(from);
  return {first, first + static_cast<std::ptrdiff_t>(count)};
}

// Leaves like those of the solution, in their dtypes.
void need_like(const Value& made, const Value& wanted, Arrays& leaves, std::string_view what) {
  Arrays is = leaves_of({made}), must = leaves_of({wanted});
  bool fits = is.size() == must.size();
  for (size_t i = 0; fits && i < is.size(); ++i) fits = is[i].shape() == must[i].shape();
  if (!fits) {
    throw Error(Code::type, str(what, " must give what is like the solution, ", kind_text(wanted),
                                ", it gives ", kind_text(made)));
  }
  for (size_t i = 0; i < is.size(); ++i) leaves.push_back(convert(is[i], must[i].dtype()));
}

struct Root {
  const Function &f, &tangent_solve;
  const Value& like;  // the solution: its structure and types
  Arrays x = leaves_of({like});

  Value tree(Arrays leaves) const {
    for (size_t i = 0; i < x.size(); ++i) leaves[i] = leaves[i].with_weak(x[i].is_weak());
    return with_leaves_of({like}, leaves)[0];
  }

  Recorded recorded_residual() const {
    return record(x, [&](const Arrays& at) {
      Arrays out;
      need_like(call(f, {tree(at)}), like, out, "the function of custom_root");
      return out;
    });
  }

  // How f moves with x, as a function of directions.
  Function slope(const Graph& residual, const Arrays& at, const Arrays& captures) const {
    std::vector<bool> active(residual.params.size(), false);
    std::fill_n(active.begin(), at.size(), true);
    auto parts = std::make_shared<const Linearized>(linearize(residual, active));
    Arrays in = at;
    append_all(in, captures);
    Arrays known = run_graph(parts->known, in);
    Values kept;
    for (const Array& each : part(known, at.size(), parts->residuals)) kept.emplace_back(each);
    Closure closure{.prototype = parts.get(),
                    .holder = parts,
                    .captures = {{"like", tree(at)}, {"residuals", Value::tuple(std::move(kept))}}};
    FunctionInfo info{.name = "the slope of custom_root", .params = {{.name = "tangent"}}};
    auto run = [parts](const Captures& held, const Values& given) -> Values {
      Value form = held[0];
      Arrays directions = leaves_of({held[1]});
      matching(form, given.at(0), "the tangent", directions);
      size_t next = 0;
      return {tangent_tree(form, run_graph(parts->linear, directions), next)};
    };
    return make_native(f.state(), std::move(info), std::move(run), std::move(closure));
  }

  // Of (captures of f..., x..., tangents of the captures...) the tangents of x.
  Recorded recorded_rule(const Recorded& residual) const {
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
      need_like(dx, like, out, "`tangent_solve` of custom_root");
      return out;
    });
  }

  Value moving_with(const Recorded& solution) const {
    Recorded residual = recorded_residual();
    if (moving(residual.captures).empty())
      return tree(run_graph(solution.graph, solution.captures));
    Recorded rule = recorded_rule(residual);
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
      throw Error(Code::dtype, str("custom_root: a solution is of floats, got ", x.type()));
    }
    return leaves;
  };
  if (Trace::innermost() == nullptr) {
    solved({});
    return found;
  }
  Recorded solution = record({}, solved);
  return Root{f, tangent_solve, found}.moving_with(solution);
}

}  // namespace

extern const Builtin custom_root_builtin = {
    .signature =
        "custom_root(f: fn(x), guess: tree, solve: fn(f, guess), tangent_solve: fn(g, y)) "
        "-> tree",
    .brief =
        "The x that solve finds for f(x) = 0; derivatives by what f captures are those of the "
        "equation, whatever solve does.",
    .params = {{"f", "a pure function of x that gives as many numbers"},
               {"guess",
                "where solve begins: floats, in the structure of x; it counts as constant"},
               {"solve", "takes f and the guess, gives x"},
               {"tangent_solve",
                "takes a linear function g and y, gives the z where g(z) is y; by steps that are "
                "linear in y"}},
    .errors =
        "error[type] where a function does not give what is like the solution, error[dtype] where "
        "that is not of floats",
    .example =
        "let root = a => custom_root(x => x * x - a, 1.0, (f, x) => sqrt(a), (g, y) => y / "
        "g(1.0)); grad(root)(4.0)  #> 0.25",
    .source = "jax.lax.custom_root",
    .call = bind<&custom_root>,
};

}  // namespace rille
