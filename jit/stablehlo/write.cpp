// Writes graphs as StableHLO text.
#include "jit/stablehlo/write.h"

#include <unordered_map>

#include "jit/graph_text.h"
#include "jit/op.h"
#include "jit/ops/regions.h"
#include "jit/stablehlo/scope.h"
#include "vm/error.h"

namespace rille {
namespace {

const HloWriteRule* rule_of(const Op& op) {
  static const auto& rules = *[] {
    auto* out = new std::unordered_map<std::string_view, const HloWriteRule*>;
    for (auto family : {written_elementwise(), written_special(), written_movement(),
                        written_folds(), written_indexing(), written_products(), written_control(),
                        written_loops(), written_random(), written_solvers()}) {
      for (const HloWriteRule& rule : family) out->emplace(rule.name, &rule);
    }
    return out;
  }();
  auto found = rules.find(op.name);
  return found == rules.end() ? nullptr : found->second;
}

// The results, as a function of the graph's own params. Literals with equal elements become fills
// when the module is read, and so they are written after the others.
HloValues program_results(HloWriter& w, const HloProgram& program) {
  size_t given = program.graph.params.size() - program.literals.size();
  HloValues args = w.params();
  args.resize(program.graph.params.size());
  for (bool splats : {false, true}) {
    for (size_t i = 0; i < program.literals.size(); ++i) {
      const Array& held = program.literals[i];
      if (is_splat(held) == splats) args[given + i] = w.literal(held);
    }
  }
  return w.graph(program.graph, args);
}

}  // namespace

std::string write_stablehlo(const HloProgram& program) {
  const Graph& graph = program.graph;
  RILLE_CHECK(program.literals.size() <= graph.params.size(), "more literals than params");
  Types params;
  for (size_t i = 0; i + program.literals.size() < graph.params.size(); ++i) {
    params.push_back(hlo_type(graph.type(graph.params[i])));
  }
  HloWriter w(params);
  HloValues all = program_results(w, program);
  for (const HloCheck& check : program.checks) {
    w.check({all[check.got], all[check.wanted]}, check.means);
  }
  all.resize(program.results);
  return module_text(std::move(w).finish("main", std::move(all)));
}

void not_written(const Node& node, std::string_view why) {
  throw Error(Code::type, str("StableHLO cannot express ", node.op->name, why), node.origin.span());
}

HloWriter::HloWriter(const Types& params) {
  open_.push_back(&function_.body);
  for (const Type& type : params) function_.body.params.push_back(fresh(type));
}

HloFunction HloWriter::finish(std::string name, HloValues results) && {
  RILLE_CHECK(open_.size() == 1, "a block is open");
  function_.name = std::move(name);
  function_.body.results = std::move(results);
  return std::move(function_);
}

HloValue HloWriter::fresh(const Type& type) { return {function_.values++, type}; }

HloLine& HloWriter::add(HloLine line) {
  open_.back()->lines.push_back(std::move(line));
  return open_.back()->lines.back();
}

HloValues HloWriter::lines(std::string text, const HloValues& in, const Types& out) {
  HloLine line{std::move(text), in, {}};
  for (const Type& type : out) line.out.push_back(fresh(type));
  return add(std::move(line)).out;
}

HloValue HloWriter::same(std::string_view op, const HloValues& in, std::string_view behind) {
  return lines(str(op, " ", hlo_operands(in.size()), behind, " : ", hlo_text(in[0].type)), in,
               {in[0].type})[0];
}

HloValue HloWriter::made(std::string_view what, const HloValues& in, const Type& out) {
  return lines(str(what, " : ", hlo_signature(in, {out})), in, {out})[0];
}

HloValue HloWriter::number(const Type& type, AttrValue value) {
  Builder b;
  Var one = op::fill(b, type.with(Shape{}), std::move(value));
  Array element = evaluate(std::move(b).finish({one}), {})[0];
  std::string text = hlo_literal(element);
  text.resize(text.rfind(':'));
  return lines(str("stablehlo.constant ", text, ": ", hlo_text(type)), {}, {type})[0];
}

HloValue HloWriter::counted(const Type& type, int64_t axis) {
  return lines(str("stablehlo.iota dim = ", axis, " : ", hlo_text(type)), {}, {type})[0];
}

HloValue HloWriter::literal(const Array& x) {
  Type type = hlo_type(x.type());
  Array words = x.dtype() == Dtype::key ? x.view(type, 0) : x;
  return lines(str("stablehlo.constant ", hlo_literal(words)), {}, {type})[0];
}

HloValue HloWriter::compared(std::string_view direction, const HloValue& x, const HloValue& y) {
  DtypeKind of = kind(x.type.dtype());
  std::string_view how = of == DtypeKind::integer                               ? "SIGNED"
                         : of == DtypeKind::natural || of == DtypeKind::boolean ? "UNSIGNED"
                                                                                : "FLOAT";
  return made(str("stablehlo.compare ", direction, ", $0, $1, ", how), {x, y},
              x.type.with(Dtype::boolean));
}

HloValue HloWriter::spread(const HloValue& scalar, const Type& type) {
  if (scalar.type.shape() == type.shape()) return scalar;
  return made("stablehlo.broadcast_in_dim $0, dims = []", {scalar}, type);
}

HloValue HloWriter::reshaped(const HloValue& x, const Shape& shape) {
  if (x.type.shape() == shape) return x;
  return made("stablehlo.reshape $0", {x}, x.type.with(shape));
}

HloBlock HloWriter::block(const Types& params, const Body& body) {
  HloBlock out;
  for (const Type& type : params) out.params.push_back(fresh(type));
  open_.push_back(&out);
  HloValues results = body(out.params);
  open_.pop_back();
  out.results = std::move(results);
  return out;
}

HloValues HloWriter::with_regions(std::string text, const HloValues& in, const Types& out,
                                  std::vector<HloBlock> regions) {
  HloLine line{std::move(text), in, {}, std::move(regions)};
  for (const Type& type : out) line.out.push_back(fresh(type));
  return add(std::move(line)).out;
}

HloValues HloWriter::loop(const HloValues& in, HloBlock condition, HloBlock body) {
  HloLine line{.text = {}, .in = in, .out = {}, .is_loop = true};
  for (const HloValue& v : in) line.out.push_back(fresh(v.type));
  line.regions.push_back(std::move(condition));
  line.regions.push_back(std::move(body));
  return add(std::move(line)).out;
}

void HloWriter::check(const HloValues& pair, HloCheck::Tolerance means) {
  std::string_view name = means == HloCheck::Tolerance::equal   ? "expect_eq"
                          : means == HloCheck::Tolerance::close ? "expect_close"
                                                                : "expect_almost_eq";
  HloLine line{str("stablehlo.custom_call @check.", name,
                   "($0, $1) {has_side_effect = true} : ", hlo_signature(pair, {})),
               pair,
               {}};
  line.stays = true;
  add(std::move(line));
}

HloValues HloWriter::composite(const HloNode& n, HloWriteFn body) {
  Types params, out;
  for (const HloValue& v : n.in) params.push_back(v.type);
  for (Var v : n.node.out) out.push_back(hlo_type(n.graph.type(v)));
  HloWriter inner(params);
  HloValues made = body(inner, {n.node, n.graph, inner.params(), n.word});
  std::string_view name = n.node.op->name;
  std::string quoted, text = str("stablehlo.composite \"rille.", name, "\"");
  for (char c : attrs_text(n.attrs()))
    quoted += c == '"' || c == '\\' ? str('\\', c) : std::string(1, c);
  text += str(" ", hlo_operands(n.in.size()), " {");
  if (!quoted.empty()) text += str("composite_attributes = {attrs = \"", quoted, "\"}, ");
  text += str("decomposition = &} : ", hlo_signature(n.in, out));
  HloLine line{std::move(text), n.in, {}};
  for (const Type& type : out) line.out.push_back(fresh(type));
  std::string called = n.node.op == &call_op ? n.attrs().string("name") : str("rille.", name);
  line.callee = std::make_shared<HloFunction>(std::move(inner).finish(called, std::move(made)));
  return add(std::move(line)).out;
}

HloValues HloWriter::by_parts(const HloNode& n, HloParts parts) {
  Builder b(n.node.origin);
  Vars in;
  for (Var v : n.node.in) in.push_back(b.param(n.graph.type(v)));
  const Node& node = n.node;
  Vars made = parts(
      b, {node.op, in, node.attrs, node.regions, {}, node.effects, node.placement, node.origin});
  return graph(std::move(b).finish(made), n.in);
}

HloValues HloWriter::graph(const Graph& graph, const HloValues& args) {
  VarMap<HloValue> value(graph);
  for (size_t i = 0; i < args.size(); ++i) value[graph.params[i]] = args[i];
  for (const Node& node : graph.nodes) {
    HloValues in;
    for (Var v : node.in) in.push_back(value[v]);
    HloValues out = step(graph, node, in);
    for (size_t i = 0; i < out.size(); ++i) value[node.out[i]] = out[i];
  }
  HloValues results;
  for (Var v : graph.results) results.push_back(value[v]);
  return results;
}

// Checks and prints are omitted; derivatives were taken before.
HloValues HloWriter::step(const Graph& graph, const Node& node, const HloValues& in) {
  if (node.op->effects != Effect::none) return HloValues(node.out.size());
  RegionControl control = node.op->control;
  bool hands_on = control != RegionControl::none && node.op != &call_op;
  for (Var v : node.in) {
    if (hands_on || graph.type(v).form() == TypeForm::array) continue;
    not_written(node, str(" of ", graph.type(v), ", whose size is dynamic"));
  }
  if (control == RegionControl::custom) return this->graph(*node.regions[0], in);
  if (control == RegionControl::linear) return this->graph(linear_call_forward(node), in);
  HloNode n{node, graph, in};
  if (const HloWriteRule* rule = rule_of(*node.op)) {
    n.word = rule->word;
    return rule->fn(*this, n);
  }
  if (node.op->expand != nullptr) return by_parts(n, node.op->expand);
  not_written(node, "");
}

}  // namespace rille
