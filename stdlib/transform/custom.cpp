// custom_jvp, custom_vjp: user-defined derivative rules.
#include <algorithm>

#include "jit/transform.h"
#include "stdlib/array.h"
#include "stdlib/trace/leaves.h"
#include "stdlib/trace/region.h"
#include "stdlib/transform/tangents.h"
#include "stdlib/transform/traced.h"
#include "vm/bind.h"
#include "vm/call.h"

namespace rille {
namespace {

using Arrays = std::vector<Array>;

void append(Arrays& to, const Arrays& more) { to.insert(to.end(), more.begin(), more.end()); }

// The arguments of a call, and their leaves that have tangents: these are params of the regions.
struct DifferentiableArgs {
  explicit DifferentiableArgs(const Values& args) : args_(args) {
    for (const Array& x : leaves_of(args)) {
      if (has_tangent(x.type())) leaves.push_back(x);
    }
  }

  Values with(const Arrays& params) const {
    Arrays all = leaves_of(args_);
    size_t next = 0;
    for (Array& x : all) {
      if (has_tangent(x.type())) x = params[next++];
    }
    return with_leaves_of(args_, all);
  }

  // One tangent tree per argument, in the structure of the argument. The tangent of an int is 0.0,
  // so that a rule need not test which arguments are differentiable.
  Values tangents(const Arrays& given) const {
    Values out;
    size_t next = 0;
    Value none = Value::from_array(Array::scalar(Dtype::f64, 0).with_weak(true));
    for (const Value& arg : args_) out.push_back(tangent_tree(arg, given, next, none));
    return out;
  }

  Arrays leaves;

 private:
  const Values& args_;
};

// The second item of the pair (result, `second`) that a rule must return; `what` names the rule.
const Value& pair_of(const Value& given, const char* what, const char* second) {
  if (given.is_tuple() && given.items().size() == 2) return given.items()[1];
  throw Error(Code::type, str(what, " returned ", kind_text(given), ", expected a tuple (result, ",
                              second, ")"));
}

void check_same(const Value& given, const Value& wanted, Arrays& out, const char* what) {
  Value alike = in_order_of(wanted, given);
  Arrays is = leaves_of({alike}), must = leaves_of({wanted});
  bool same = flatten(alike).shape == flatten(wanted).shape;
  for (size_t i = 0; same && i < is.size(); ++i) same = is[i].shape() == must[i].shape();
  if (!same) {
    throw Error(Code::type, str(what, " returned the result ", kind_text(given),
                                ", expected the structure and the shapes of the result of `f`, ",
                                kind_text(wanted)));
  }
  for (size_t i = 0; i < is.size(); ++i) {
    out.push_back(is[i].dtype() == must[i].dtype() ? is[i] : convert(is[i], must[i].dtype()));
  }
}

// Records f on the leaves that have tangents. `result` receives the result of f.
RecordedGraph record_primal(const Function& f, const DifferentiableArgs& moving, Value& result) {
  return record(moving.leaves, [&](const Arrays& x) {
    result = call(f, moving.with(x));
    return leaves_of({result});
  });
}

Values results_of(const Value& result, Arrays y, const std::vector<bool>& weak) {
  for (size_t i = 0; i < y.size(); ++i) y[i] = y[i].with_weak(weak[i]);
  return with_leaves_of({result}, y);
}

// A rule receives every parameter of the function, so a call must give the ones with defaults, too.
void check_all_given(const Function& f, const Values& args, const char* what) {
  const auto& params = f.info().params;
  for (size_t i = 0; i < params.size() && !params[i].is_rest; ++i) {
    if (i < args.size() && !args[i].is_absent()) continue;
    throw Error(Code::type, str(what, ": missing argument `", params[i].name,
                                "`: a rule takes every argument of `f`"));
  }
}

// If no argument or no result has a tangent, the derivative is zero and no rule is called. Captures
// of the function are constants in this case, too.
Values call_unmoved(const Function& f, const Values& args) {
  Value result = call(f, args);
  Arrays y = leaves_of({result});
  for (Array& x : y) {
    if (x.is_traced() && has_tangent(x.type())) x = stop_gradient(x).with_weak(x.is_weak());
  }
  return with_leaves_of({result}, y);
}

bool any_moves(const Value& result) {
  Arrays y = leaves_of({result});
  return std::ranges::any_of(y, [](const Array& x) { return has_tangent(x.type()); });
}

Values inlined(const RecordedGraph& primal, const DifferentiableArgs& moving, const Value& result) {
  Arrays in = moving.leaves;
  append(in, primal.captures);
  return results_of(result, run_graph(primal.graph, in), primal.weak);
}

Values call_with_jvp(const Function& f, const Function& rule, const Values& args) {
  if (Trace::innermost() == nullptr) return {call(f, args)};
  DifferentiableArgs moving(args);
  if (moving.leaves.empty()) return call_unmoved(f, args);
  check_all_given(f, args, "custom_jvp");
  size_t count = moving.leaves.size();
  Value result;
  RecordedGraph primal = record_primal(f, moving, result);
  if (!any_moves(result)) return inlined(primal, moving, result);
  Arrays both = moving.leaves;
  append(both, moving.leaves);
  RecordedGraph derived = record(both, [&](const Arrays& x) {
    Arrays out, dx(x.begin() + static_cast<std::ptrdiff_t>(count), x.end());
    Values in = moving.with({x.begin(), x.begin() + static_cast<std::ptrdiff_t>(count)});
    for (Value& tangent : moving.tangents(dx)) in.push_back(std::move(tangent));
    Value given = call(rule, in);
    const Value& slope = pair_of(given, "custom_jvp: `rule`", "tangent");
    check_same(given.items()[0], result, out, "custom_jvp: `rule`");
    matching(result, slope, "custom_jvp: the tangent that `rule` returned", out);
    return out;
  });
  Arrays operands = moving.leaves;
  append(operands, primal.captures);
  append(operands, derived.captures);
  Regions regions{over_operands(primal, count, count, operands),
                  over(derived, RuleParams{0, count, count + primal.captures.size()}, operands)};
  return results_of(result, apply(custom_jvp_op, operands, {}, regions), primal.weak);
}

// Records the primal function and both rules, with the residuals that the forward rule returns.
struct ReverseRules {
  const Values& args;
  DifferentiableArgs moving{args};
  Value result = {}, residuals = {};
  RecordedGraph primal = {}, forward = {}, backward = {};
  size_t kept = 0;  // residual leaves

  void record_forward(const Function& rule) {
    forward = record(moving.leaves, [&](const Arrays& x) {
      Value given = call(rule, moving.with(x));
      residuals = pair_of(given, "custom_vjp: `forward`", "residuals");
      Arrays out, saved = leaves_of({residuals});
      check_same(given.items()[0], result, out, "custom_vjp: `forward`");
      kept = saved.size();
      append(out, saved);
      return out;
    });
  }

  void record_backward(const Function& rule) {
    Arrays in = leaves_of({residuals}), y = leaves_of({result});
    for (const Array& x : y) {
      if (has_tangent(x.type())) in.push_back(x);
    }
    backward = record(in, [&](const Arrays& x) {
      Arrays out, saved(x.begin(), x.begin() + static_cast<std::ptrdiff_t>(kept));
      size_t next = kept;
      Value ct = tangent_tree(result, x, next);
      Value given = call(rule, {with_leaves_of({residuals}, saved)[0], ct});
      matching(Value::tuple(args), given, "custom_vjp: the result of `backward`", out);
      return out;
    });
  }

  Arrays operands() const {
    Arrays out = moving.leaves;
    for (const RecordedGraph* one : {&primal, &forward, &backward}) append(out, one->captures);
    return out;
  }

  // (operands...) -> (y..., residuals..., captures of the backward rule...)
  Region forward_region(const Arrays& operands) const {
    size_t count = moving.leaves.size(), first = count + primal.captures.size();
    Builder b(forward.graph.origin);
    Vars in;
    for (const Array& x : operands) in.push_back(b.param(x.type()));
    Vars args(in.begin(), in.begin() + count);
    auto captured = in.begin() + first;
    args.append(captured, captured + forward.captures.size());
    Vars out = inline_graph(b, forward.graph, args);
    out.append(captured + forward.captures.size(), in.end());
    return std::make_shared<const Graph>(std::move(b).finish(out));
  }

  // (residuals..., captures..., ct y...) -> (ct of each operand that has a tangent...)
  Region backward_region(const Arrays& operands) const {
    const Graph& graph = backward.graph;
    Builder b(graph.origin);
    size_t captured = backward.captures.size(), given = graph.params.size() - captured;
    Vars saved, held, cts;
    for (size_t i = 0; i < kept; ++i) saved.push_back(b.param(graph.type(graph.params[i])));
    for (const Array& x : backward.captures) held.push_back(b.param(x.type()));
    for (size_t i = kept; i < given; ++i) cts.push_back(b.param(graph.type(graph.params[i])));
    Vars args = saved;
    args.append(cts);
    args.append(held);
    Vars out = inline_graph(b, graph, args);
    for (size_t i = moving.leaves.size(); i < operands.size(); ++i) {
      Type type = operands[i].type();
      if (has_tangent(type)) out.push_back(op::fill(b, type, int64_t{0}));
    }
    return std::make_shared<const Graph>(std::move(b).finish(out));
  }
};

Values call_with_vjp(const Function& f, const Function& forward, const Function& backward,
                     const Values& args) {
  if (Trace::innermost() == nullptr) return {call(f, args)};
  ReverseRules rules{args};
  if (rules.moving.leaves.empty()) return call_unmoved(f, args);
  check_all_given(f, args, "custom_vjp");
  rules.primal = record_primal(f, rules.moving, rules.result);
  if (!any_moves(rules.result)) return inlined(rules.primal, rules.moving, rules.result);
  rules.record_forward(forward);
  rules.record_backward(backward);
  Arrays operands = rules.operands();
  size_t count = rules.moving.leaves.size();
  Regions regions{over_operands(rules.primal, count, count, operands),
                  rules.forward_region(operands), rules.backward_region(operands)};
  Arrays y = apply(custom_vjp_op, operands, {}, regions);
  return results_of(rules.result, std::move(y), rules.primal.weak);
}

// A native function with the parameters of the first part. Its captures are all the parts.
Function made_of(const char* name, const std::vector<Function>& parts, NativeCall run) {
  const Function& f = parts[0];
  FunctionInfo info = f.info();
  if (info.inout_count() > 0) {
    throw Error(Code::type, str(name, ": `f` has inout parameters, expected a function without"));
  }
  info.name = wrapped_name(name, info.name);
  Closure closure{.prototype = name, .captures = {}};
  for (const Function& part : parts) closure.captures.emplace_back("", Value(part));
  return make_native(f.state(), std::move(info), std::move(run), std::move(closure));
}

Function custom_jvp(Function f, Function rule) {
  return made_of("custom_jvp", {f, rule}, [](const Captures& parts, Values args) {
    return call_with_jvp(parts.function(0), parts.function(1), args);
  });
}

Function custom_vjp(Function f, Function forward, Function backward) {
  return made_of("custom_vjp", {f, forward, backward}, [](const Captures& parts, Values args) {
    return call_with_vjp(parts.function(0), parts.function(1), parts.function(2), args);
  });
}

}  // namespace

extern const Builtin custom_jvp_builtin = {
    .signature = "custom_jvp(f: fn, rule: fn) -> fn",
    .brief =
        "Attaches a custom JVP rule to a function. Forward mode and reverse mode both use the "
        "rule.",
    .params = {{"f", "Pure function without `inout` parameters."},
               {"rule",
                "Takes the arguments of `f`, then one tangent per argument. Returns (result, "
                "tangent), where the tangent has the structure of the result. Captures of the rule "
                "are constants."}},
    .returns = "a function that computes `f` and is differentiated by `rule`",
    .errors =
        "error[type] if `rule` does not return a pair, or if the pair differs from the result of "
        "`f` in structure or shape; error[type] if a call omits an argument",
    .example = "grad(custom_jvp(x => x * x, (x, dx) => (x * x, 3.0 * dx)))(1.0)  #> 3",
    .source = "jax.custom_jvp; tangents are arguments of their own",
    .call = bind<&custom_jvp>,
};

extern const Builtin custom_vjp_builtin = {
    .signature = "custom_vjp(f: fn, forward: fn, backward: fn) -> fn",
    .brief =
        "Attaches custom VJP rules to a function. Forward mode works, too, if `backward` is linear "
        "in the cotangent.",
    .params = {{"f", "Pure function without `inout` parameters."},
               {"forward",
                "Forward pass: takes the arguments of `f`, returns (result, residuals). The "
                "residuals are passed to `backward`."},
               {"backward",
                "Backward pass: takes the residuals and the cotangent of the result. Returns a "
                "tuple with one cotangent per argument; nil stands for zero."}},
    .returns = "a function that computes `f` and is differentiated by `forward` and `backward`",
    .errors =
        "error[type] if `forward` does not return a pair, if its result differs from that of `f` "
        "in structure or shape, or if the cotangents differ in structure from the arguments; "
        "error[type] if a call omits an argument",
    .example =
        "grad(custom_vjp(x => x * x, x => (x * x, x), (x, ct) => (3.0 * x * ct,)))(2.0)"
        "  #> 6",
    .source = "jax.custom_vjp",
    .call = bind<&custom_vjp>,
};

}  // namespace rille
