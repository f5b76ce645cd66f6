// StableHLO operations with regions, calls, and checks.
#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "jit/op.h"
#include "jit/stablehlo/scope.h"

namespace rille {
namespace {

// A region as a graph whose first params are all of `captured`, some of which it reads.
Region over_all(HloScope& scope, const HloBody& body, const Vars& captured) {
  Builder inner(scope.b.origin());
  Vars args;
  std::unordered_map<int, Var> params;  // by the value that they represent
  for (Var v : captured) params.emplace(v.id, inner.param(scope.b.type(v)));
  for (Var v : body.captured) args.push_back(params.at(v.id));
  const Graph& graph = *body.graph;
  for (size_t i = body.captured.size(); i < graph.params.size(); ++i) {
    args.push_back(inner.param(graph.type(graph.params[i])));
  }
  Vars out = inline_graph(inner, graph, args);
  return std::make_shared<const Graph>(std::move(inner).finish(out));
}

Vars all_captured(const std::vector<HloBody>& bodies) {
  Vars out;
  std::unordered_set<int> seen;
  for (const HloBody& body : bodies) {
    for (Var v : body.captured) {
      if (seen.insert(v.id).second) out.push_back(v);
    }
  }
  return out;
}

Vars while_loop(HloScope& scope, const HloOp& op, const Vars& in) {
  if (op.regions.size() != 2)
    refuse(op, str("while has ", op.regions.size(), " regions, expected condition and body"));
  std::vector<HloBody> bodies;
  for (const HloRegion& region : op.regions) {
    if (region.params.size() != in.size()) {
      refuse(op,
             str("a block of while has ", region.params.size(), " params, expected ", in.size()));
    }
    bodies.push_back(scope.body(region));
  }
  Vars captured = all_captured(bodies);
  Region condition = over_all(scope, bodies[0], captured);
  Region body = over_all(scope, bodies[1], captured);
  if (body->results.size() != in.size()) {
    refuse(op, str("the body of while returns ", body->results.size(), " values, expected ",
                   in.size()));
  }
  return op::while_loop(scope.b, {captured, in}, condition, body);
}

Vars branch(HloScope& scope, const HloOp& op, Var selector, std::vector<size_t> order) {
  std::vector<HloBody> bodies;
  for (size_t i : order) bodies.push_back(scope.body(op.regions[i]));
  Vars captured = all_captured(bodies);
  Regions regions;
  for (const HloBody& body : bodies) regions.push_back(over_all(scope, body, captured));
  return op::cond(scope.b, selector, captured, regions);
}

Vars if_then(HloScope& scope, const HloOp& op, const Vars& in) {
  needs_operands(op, in, 1);
  if (op.regions.size() != 2) refuse(op, str("if has ", op.regions.size(), " regions, expected 2"));
  if (scope.b.type(in[0]) != Type(Dtype::boolean, Shape{}))
    refuse(op, str("the condition of if is ", scope.b.type(in[0]), ", expected bool[]"));
  return branch(scope, op, in[0], {0, 1});
}

// An index that is out of range selects the last region.
Vars which_case(HloScope& scope, const HloOp& op, const Vars& in) {
  needs_operands(op, in, 1);
  if (op.regions.empty()) refuse(op, "case has 0 regions, expected at least 1");
  Builder& b = scope.b;
  if (b.type(in[0]) != Type(Dtype::i32, Shape{}))
    refuse(op, str("the index of case is ", b.type(in[0]), ", expected i32[]"));
  if (op.regions.size() == 1) {
    HloBody only = scope.body(op.regions[0]);
    return inline_graph(b, *only.graph, only.captured);
  }
  auto most = static_cast<int64_t>(op.regions.size()) - 1;
  Var selector = in[0];
  if (!lies_below(b.graph(), selector, most)) {
    Var zero = op::fill(b, b.type(in[0]), int64_t{0}), last = op::fill(b, b.type(in[0]), most);
    selector = op::select(b, op::lt(b, in[0], zero), last, in[0]);
  }
  std::vector<size_t> order;
  for (size_t i = 0; i < op.regions.size(); ++i) order.push_back(i);
  return branch(scope, op, selector, order);
}

Vars call(HloScope& scope, const HloOp& op, const Vars& in) {
  return scope.call(needed(op, {"callee", "call_target_name"}).text, in, op);
}

Vars check(HloScope& scope, const HloOp& op, const Vars& in, HloCheck::Tolerance means) {
  if (in.size() < 2) refuse(op, str("a check has ", in.size(), " operands, expected 2"));
  if (scope.b.type(in[0]) != scope.b.type(in[1])) {
    refuse(op, str("a check compares values of different types: ", scope.b.type(in[0]), " and ",
                   scope.b.type(in[1])));
  }
  scope.check({in[0], in[1], means, op.place});
  return {};
}

// check.expect_eq_const and related checks have the expected value in an attribute.
Vars check_const(HloScope& scope, const HloOp& op, const Vars& in, HloCheck::Tolerance means) {
  needs_operands(op, in, 1);
  const HloAttr& value = needed(op, {"value"});
  if (value.form != HloAttr::AttrKind::elements)
    refuse(op, "attribute value of a check must be a tensor");
  Builder& b = scope.b;
  HloOp constant{.name = "constant", .place = op.place};
  constant.attrs.fields.emplace_back("value", value);
  Var wanted = filled_literal(b, constant);
  return check(scope, op, {in[0], wanted.none() ? scope.literal(op) : wanted}, means);
}

template <HloCheck::Tolerance means>
Vars check_as(HloScope& scope, const HloOp& op, const Vars& in) {
  return check(scope, op, in, means);
}
template <HloCheck::Tolerance means>
Vars check_const_as(HloScope& scope, const HloOp& op, const Vars& in) {
  return check_const(scope, op, in, means);
}

// Calls of code outside of the module, by a part of their name.
struct ForeignCall {
  std::string_view part, why;
};
constexpr ForeignCall foreign_calls[] = {
    {"callback",
     "is a callback into Python, whose code is not in the module: export the function "
     "without it"},
    {"tpu_custom_call", "is code for a TPU: export the function for a CPU"},
    {"Mosaic", "is code for a TPU: export the function for a CPU"},
    {"mosaic", "is code for a GPU: export the function for a CPU"},
    {"triton", "is code for a GPU: export the function for a CPU"},
    {"cusolver", "is code for a GPU: export the function for a CPU"},
    {"cublas", "is code for a GPU: export the function for a CPU"},
    {"cusparse", "is code for a GPU: export the function for a CPU"},
    {"hip_", "is code for a GPU: export the function for a CPU"},
    {"cudnn", "is code for a GPU: export the function for a CPU"},
    {"hipsolver", "is code for a GPU: export the function for a CPU"},
    {"cu_", "is code for a GPU: export the function for a CPU"},
    {"SPMD",
     "belongs to the GSPMD partitioner, which is not supported: export with "
     "jax_use_shardy_partitioner"},
};

// Annotations of layouts and memory, which have no effect on one device.
constexpr std::string_view marks[] = {
    "LayoutConstraint",
    "MoveToDevice",
    "MoveToHost",
    "PinToDevice",
    "PinToHost",
    "Sharding",
    "annotate_device_placement",
    "xla.sdy.FuncResultSharding",
    "xla.sdy.PropagationBarrier",
    "xla.sdy.Sharding",
};

// JAX's checks of sizes, which are static here.
Vars shape_assertion(HloScope& scope, const HloOp& op, const Vars& in) {
  if (in.empty() || scope.b.type(in[0]) != Type(Dtype::boolean, Shape{})) {
    refuse(op, "the first operand of shape_assertion must be bool[]");
  }
  const HloAttr* said = op.attrs.find({"error_message"});
  std::string message;
  for (char c : said == nullptr ? std::string("shape assertion failed") : said->text) {
    message += c;
    if (c == '{' || c == '}') message += c;
  }
  Var always = op::fill(scope.b, scope.b.type(in[0]), true);
  op::check(scope.b, in[0], always, message, "shape", {});
  return {};
}

Vars custom_call(HloScope& scope, const HloOp& op, const Vars& in) {
  const std::string& target = needed(op, {"callee", "call_target_name"}).text;
  if (target == "check.expect_eq") return check(scope, op, in, HloCheck::Tolerance::equal);
  if (target == "check.expect_close") return check(scope, op, in, HloCheck::Tolerance::close);
  if (target == "check.expect_almost_eq") return check(scope, op, in, HloCheck::Tolerance::near);
  if (target == "ApproxTopK") return approx_top_k(scope, op, in);
  bool is_mark = std::ranges::find(marks, target) != std::end(marks);
  bool is_partition = target.starts_with("SPMD") && in.size() == 1 && op.types.size() == 1 &&
                      scope.b.type(in[0]) == op.types[0];
  if (is_mark || is_partition) return in;
  if (target.starts_with("mhlo.")) {  // CHLO operations, in the form of older portable modules
    std::string name = str("chlo.", std::string_view(target).substr(5));
    if (name == "chlo.topk") name = "chlo.top_k";
    const HloAttr* attrs = op.attrs.find({"mhlo.attributes"});
    if (std::optional<Vars> out = by_rule(scope, op, name, attrs, in)) return *out;
  }
  if (target == "shape_assertion") return shape_assertion(scope, op, in);
  constexpr std::string_view of_lapack = "lapack_";
  if (target.starts_with(of_lapack) && target.ends_with("_ffi")) {
    return lapack(scope, op, std::string_view(target).substr(of_lapack.size()), in);
  }
  for (const ForeignCall& one : foreign_calls) {
    if (target.find(one.part) != std::string::npos) {
      refuse(op, str("custom_call ", target, " ", one.why));
    }
  }
  refuse(op, str("custom_call ", target,
                 " is not supported, because its code is not in the module: "
                 "export the function without it, or lowered to StableHLO operations"));
}

constexpr HloRule control_table[] = {
    {"call", call},
    {"case", which_case},
    {"check.expect_almost_eq", check_as<HloCheck::Tolerance::near>},
    {"check.expect_almost_eq_const", check_const_as<HloCheck::Tolerance::near>},
    {"check.expect_close", check_as<HloCheck::Tolerance::close>},
    {"check.expect_eq", check_as<HloCheck::Tolerance::equal>},
    {"check.expect_eq_const", check_const_as<HloCheck::Tolerance::equal>},
    {"custom_call", custom_call},
    {"if", if_then},
    {"while", while_loop},
};

}  // namespace

std::span<const HloRule> control_rules() { return control_table; }

}  // namespace rille
