// custom_jvp, custom_vjp: functions that bring derivatives.
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

// The arguments whose leaves with tangents are params of the regions, and these leaves.
struct Moving {
  explicit Moving(const Values& args) : args_(args) {
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

  // For each argument the tangents in its structure; an int has 0.0, so that a rule can be written
  // without asking what moves.
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

// What a rule gives beside the function's result, which must be of the types of `wanted`.
const Value& pair_of(const Value& given, const char* what, const char* second) {
  if (given.is_tuple() && given.items().size() == 2) return given.items()[1];
  throw Error(Code::type,
              str(what, " must give a tuple (result, ", second, "), it gives ", kind_text(given)));
}

void check_same(const Value& given, const Value& wanted, Arrays& out, const char* what) {
  Value alike = in_order_of(wanted, given);
  Arrays is = leaves_of({alike}), must = leaves_of({wanted});
  bool same = flatten(alike).shape == flatten(wanted).shape;
  for (size_t i = 0; same && i < is.size(); ++i) same = is[i].shape() == must[i].shape();
  if (!same) {
    throw Error(Code::type, str("the result of ", what, " must be like the function's, ",
                                kind_text(wanted), ", it is ", kind_text(given)));
  }
  for (size_t i = 0; i < is.size(); ++i) {
    out.push_back(is[i].dtype() == must[i].dtype() ? is[i] : convert(is[i], must[i].dtype()));
  }
}

// f recorded on its moving leaves; its result stands in `result`.
Recorded record_primal(const Function& f, const Moving& moving, Value& result) {
  return record(moving.leaves, [&](const Arrays& x) {
    result = call(f, moving.with(x));
    return leaves_of({result});
  });
}

Values results_of(const Value& result, Arrays y, const std::vector<bool>& weak) {
  for (size_t i = 0; i < y.size(); ++i) y[i] = y[i].with_weak(weak[i]);
  return with_leaves_of({result}, y);
}

// A rule takes all that the function takes, defaults included.
void check_all_given(const Function& f, const Values& args, const char* what) {
  const auto& params = f.info().params;
  for (size_t i = 0; i < params.size() && !params[i].is_rest; ++i) {
    if (i < args.size() && !args[i].is_absent()) continue;
    throw Error(Code::type, str("the rule of ", what, " takes all arguments, and `", params[i].name,
                                "` was not given"));
  }
}

// Where no argument moves, or no result can, there is no derivative and the rules are not asked.
// What the function captures is constant all the same.
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

Values inlined(const Recorded& primal, const Moving& moving, const Value& result) {
  Arrays in = moving.leaves;
  append(in, primal.captures);
  return results_of(result, run_graph(primal.graph, in), primal.weak);
}

Values call_with_jvp(const Function& f, const Function& rule, const Values& args) {
  if (Trace::innermost() == nullptr) return {call(f, args)};
  Moving moving(args);
  if (moving.leaves.empty()) return call_unmoved(f, args);
  check_all_given(f, args, "custom_jvp");
  size_t count = moving.leaves.size();
  Value result;
  Recorded primal = record_primal(f, moving, result);
  if (!any_moves(result)) return inlined(primal, moving, result);
  Arrays both = moving.leaves;
  append(both, moving.leaves);
  Recorded derived = record(both, [&](const Arrays& x) {
    Arrays out, dx(x.begin() + static_cast<std::ptrdiff_t>(count), x.end());
    Values in = moving.with({x.begin(), x.begin() + static_cast<std::ptrdiff_t>(count)});
    for (Value& tangent : moving.tangents(dx)) in.push_back(std::move(tangent));
    Value given = call(rule, in);
    const Value& slope = pair_of(given, "the rule of custom_jvp", "tangent");
    check_same(given.items()[0], result, out, "the rule of custom_jvp");
    matching(result, slope, "the tangent of custom_jvp", out);
    return out;
  });
  Arrays operands = moving.leaves;
  append(operands, primal.captures);
  append(operands, derived.captures);
  Regions regions{over_operands(primal, count, count, operands),
                  over(derived, RuleParams{0, count, count + primal.captures.size()}, operands)};
  return results_of(result, apply(custom_jvp_op, operands, {}, regions), primal.weak);
}

// Records the three functions and what they hand to each other.
struct ReverseRules {
  const Values& args;
  Moving moving{args};
  Value result = {}, residuals = {};
  Recorded primal = {}, forward = {}, backward = {};
  size_t kept = 0;  // residual leaves

  void record_forward(const Function& rule) {
    forward = record(moving.leaves, [&](const Arrays& x) {
      Value given = call(rule, moving.with(x));
      residuals = pair_of(given, "the forward rule of custom_vjp", "residuals");
      Arrays out, saved = leaves_of({residuals});
      check_same(given.items()[0], result, out, "the forward rule of custom_vjp");
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
      matching(Value::tuple(args), given, "what the backward rule of custom_vjp gives", out);
      return out;
    });
  }

  Arrays operands() const {
    Arrays out = moving.leaves;
    for (const Recorded* one : {&primal, &forward, &backward}) append(out, one->captures);
    return out;
  }

  // (operands...) -> (y..., residuals..., what the backward rule captures...)
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

  // (residuals..., captures..., ct y...) -> (ct of each operand that has one...)
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

// A function with the parameters of the first one, made of several.
Function made_of(const char* name, const std::vector<Function>& parts, NativeCall run) {
  const Function& f = parts[0];
  FunctionInfo info = f.info();
  if (info.inout_count() > 0) {
    throw Error(Code::type, str(name, " needs functions without inout parameters"));
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
    .brief = "The function f with a derivative of your own, in both modes.",
    .params = {{"f", "a pure function"},
               {"rule",
                "takes f's arguments and a tangent for each, gives (f's result, its tangent); what "
                "it captures counts as constant"}},
    .errors = "error[type] where the rule does not give a pair like f's result",
    .example = "grad(custom_jvp(x => x * x, (x, dx) => (x * x, 3.0 * dx)))(1.0)  #> 3",
    .source = "jax.custom_jvp; tangents are arguments of their own",
    .call = bind<&custom_jvp>,
};

extern const Builtin custom_vjp_builtin = {
    .signature = "custom_vjp(f: fn, forward: fn, backward: fn) -> fn",
    .brief = "The function f with a reverse derivative of your own.",
    .params = {{"f", "a pure function"},
               {"forward", "takes f's arguments, gives (f's result, what backward needs)"},
               {"backward",
                "takes (what forward kept, cotangent of the result), gives a tuple with a "
                "cotangent for each argument; nil is zero"}},
    .errors = "error[type] where the rules do not give what the others take",
    .example =
        "grad(custom_vjp(x => x * x, x => (x * x, x), (x, ct) => (3.0 * x * ct,)))(2.0)"
        "  #> 6",
    .source = "jax.custom_vjp; forward mode works too where backward is linear in ct",
    .call = bind<&custom_vjp>,
};

}  // namespace rille
