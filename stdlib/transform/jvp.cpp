// jvp, vjp, linearize: derivatives by directions.
#include <algorithm>

#include "stdlib/transform/tangents.h"
#include "stdlib/transform/traced.h"
#include "vm/bind.h"
#include "vm/tree.h"

namespace rille {
namespace {

std::vector<bool> active_of(const Traced& traced, const Parts& parts) {
  std::vector<bool> active(traced.graph.params.size(), false);
  for (size_t i = 0; i < traced.params.size(); ++i) {
    const Leaf& leaf = parts.leaves[traced.params[i]];
    active[i] = leaf.argument >= 0 && !leaf.state && has_tangent(leaf.value.type());
  }
  return active;
}

std::vector<Array> inputs_of(const Traced& traced, const Parts& parts) {
  std::vector<Array> in;
  for (size_t leaf : traced.params) in.push_back(parts.leaves[leaf].value);
  in.insert(in.end(), traced.hidden.begin(), traced.hidden.end());
  return in;
}

const Values& items_of(const Value& tuple, std::string_view what) {
  if (!tuple.is_tuple()) {
    throw Error(Code::type, str(what, " needs a tuple, one entry for each argument of the ",
                                "function, got ", kind_text(tuple)));
  }
  return tuple.items();
}

Value jvp_of(Function f, Value primals, Value tangents) {
  const Values& args = items_of(primals, "primals");
  Parts parts = take_apart(f, args);
  Recipe recipe{.name = "jvp"};
  recipe.derive = [&](const Traced& t) { return jvp(t.graph, active_of(t, parts)); };
  auto entry = entry_of(f, args, parts, recipe);
  std::vector<Array> in = inputs_of(entry->traced, parts);
  matching(primals, tangents, "tangents", in);
  std::vector<Array> all = run_graph(entry->graph, in);
  size_t own = entry->traced.graph.results.size(), next = 0;
  std::vector<Array> dy(all.begin() + static_cast<std::ptrdiff_t>(own), all.end());
  Value y = outputs_of(entry->traced, all, parts)[0];
  return Value::tuple({y, tangent_tree(entry->traced.outputs[0], dy, next)});
}

// What vjp(f, ...) keeps until the cotangents come; it captures the primal result and the
// arguments, for their structure.
struct Pullback {
  Graph backward;
  std::vector<Array> residuals;

  Values operator()(const Captures& captures, const Values& args) const {
    if (args.size() != 1) {
      throw Error(Code::value, str("needs one cotangent in the structure of the result, got ",
                                   args.size(), " arguments"));
    }
    std::vector<Array> in = residuals;
    matching(captures[0], args[0], "the cotangent", in);
    Value arguments = captures[1];
    std::vector<Array> cts = run_graph(backward, in);
    size_t next = 0;
    return {tangent_tree(arguments, cts, next)};
  }
};

Closure structure_of(const Value& result, Values args) {
  return {.captures = {{"result", result}, {"arguments", Value::tuple(std::move(args))}}};
}

Value vjp_of(Function f, Values args) {
  Parts parts = take_apart(f, args);
  auto entry = entry_of(f, args, parts, {.name = "vjp"});
  Vjp both = vjp(entry->graph, active_of(entry->traced, parts));
  std::vector<Array> all = run_graph(both.forward, inputs_of(entry->traced, parts));
  auto own = static_cast<std::ptrdiff_t>(all.size() - both.residuals);
  Value y = outputs_of(entry->traced, all, parts)[0];
  Pullback back{std::move(both.backward), {all.begin() + own, all.end()}};
  FunctionInfo info{.name = str("vjp(", f.info().name, ")"), .params = {{.name = "cotangent"}}};
  return Value::tuple({y, Value(make_native(f.state(), std::move(info), std::move(back),
                                            structure_of(y, std::move(args))))});
}

// What linearize(f, ...) keeps until the tangents come; it captures what a Pullback does.
struct Pushforward {
  Graph linear;
  std::vector<Array> residuals;

  Values operator()(const Captures& captures, const Values& tangents) const {
    std::vector<Array> in = residuals;
    matching(captures[1], Value::tuple(tangents), "the tangent", in);
    Value output = captures[0];
    std::vector<Array> dy = run_graph(linear, in);
    size_t next = 0;
    return {tangent_tree(output, dy, next)};
  }
};

Value linearize_of(Function f, Values args) {
  Parts parts = take_apart(f, args);
  auto entry = entry_of(f, args, parts, {.name = "linearize"});
  Linearized both = linearize(entry->graph, active_of(entry->traced, parts));
  std::vector<Array> all = run_graph(both.known, inputs_of(entry->traced, parts));
  auto own = static_cast<std::ptrdiff_t>(all.size() - both.residuals);
  Value y = outputs_of(entry->traced, all, parts)[0];
  Pushforward forward{std::move(both.linear), {all.begin() + own, all.end()}};
  FunctionInfo info = f.info();
  info.name = str("linearize(", info.name, ")");
  return Value::tuple({y, Value(make_native(f.state(), std::move(info), std::move(forward),
                                            structure_of(y, std::move(args))))});
}

const std::vector<Param> jvp_params = {
    {"f", "function", "", "a pure function"},
    {"primals", "tuple", "", "the arguments of f"},
    {"tangents", "tuple", "", "a direction for each argument, in its structure; nil is zero"},
};
const std::vector<Param> point_params = {
    {"f", "function", "", "a pure function"},
    {"args", "...tree", "", "the arguments of f"},
};

}  // namespace

extern const Builtin jvp_builtin = {
    .name = "jvp",
    .brief = "The value of f and its derivative along a direction, by forward mode.",
    .params = jvp_params,
    .returns = "(y, dy)",
    .errors = "error[shape], error[type] where a tangent does not fit its argument",
    .example = "jvp(x => x ^ 3, (2.0,), (1.0,))  #> (8, 12)",
    .source = "jax.jvp",
    .call = bind<&jvp_of>,
};

extern const Builtin vjp_builtin = {
    .name = "vjp",
    .brief = "The value of f and the function that takes a cotangent back to the arguments.",
    .params = point_params,
    .returns = "(y, back): back(ct) gives a tuple with a cotangent for each argument",
    .errors = "error[shape], error[type] at back where ct does not fit y",
    .example = "vjp((x, y) => x * y, 2.0, 3.0)[1](1.0)  #> (3, 2)",
    .source = "jax.vjp",
    .call = bind<&vjp_of>,
};

extern const Builtin linearize_builtin = {
    .name = "linearize",
    .brief = "The value of f and its derivative there, as a linear function of the direction.",
    .params = point_params,
    .returns = "(y, push): push(dx...) gives dy",
    .errors = "error[shape], error[type] at push where dx does not fit the arguments",
    .example = "linearize(x => x ^ 3, 2.0)[1](1.0)  #> 12",
    .source = "jax.linearize",
    .call = bind<&linearize_of>,
};

}  // namespace rille
