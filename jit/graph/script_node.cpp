// ScriptNode: attributes, definitions, rows by name.
#include <algorithm>
#include <cmath>

#include "jit/graph/script_row.h"
#include "vm/text.h"

namespace rille {

DefiningNodes::DefiningNodes(const Graph& graph, const std::vector<TermRef>& params)
    : at_(graph.types.size(), nullptr), known_(graph.types.size()) {
  for (size_t i = 0; i < params.size(); ++i) {
    if (params[i]->form != Term::TermForm::literal) continue;
    known_[static_cast<size_t>(graph.params[i].id)] = params[i];
  }
  for (const Node& node : graph.nodes) {
    for (Var v : node.out) at_[static_cast<size_t>(v.id)] = &node;
  }
}

const Node* DefiningNodes::of(Var v, const Op& op) const {
  const Node* node = of(v);
  return node != nullptr && node->op == &op ? node : nullptr;
}

const AttrValue* DefiningNodes::number(Var v) const {
  const Node* node = of(v);
  while (node != nullptr && node->op == &broadcast_op) {
    v = node->in[0];
    node = of(v);
  }
  if (const TermRef& known = known_[static_cast<size_t>(v.id)]) return &known->value;
  return node != nullptr && node->op == &fill_op ? node->attrs.find("value") : nullptr;
}

bool DefiningNodes::is_number(Var v, double value) const {
  const AttrValue* is = number(v);
  if (is == nullptr) return false;
  if (const auto* whole = std::get_if<int64_t>(is)) return static_cast<double>(*whole) == value;
  const auto* real = std::get_if<double>(is);
  return real != nullptr && *real == value && std::signbit(*real) == std::signbit(value);
}

const AttrValue* ScriptNode::find(std::string_view name) const {
  told_.insert(name);
  return node.attrs.find(name);
}

bool ScriptNode::told_all() const {
  return std::ranges::all_of(node.attrs.items(),
                             [&](const Attr& attr) { return told_.contains(attr.name); });
}

const ScriptRow* script_row(std::string_view name) {
  for (auto rows : {script_elementwise(), script_arrays()}) {
    auto found = std::ranges::find(rows, name, &ScriptRow::name);
    if (found != rows.end()) return &*found;
  }
  return nullptr;
}

namespace {

struct ValueText {
  std::string operator()(bool x) const { return x ? "true" : "false"; }
  std::string operator()(int64_t x) const { return str(x); }
  std::string operator()(double x) const { return number_literal(Dtype::f64, x); }
  std::string operator()(const std::string& x) const { return quoted_text(x); }
  std::string operator()(Dtype x) const { return str(x); }
  std::string operator()(const Ints& x) const { return tuple_text(x); }
  std::string operator()(const Shape& x) const { return text(x); }
  std::string operator()(Type x) const { return quoted_text(text(x)); }
  std::string operator()(const std::shared_ptr<const Graph>& x) const {
    return quoted_text(print(*x));
  }
};

}  // namespace

ScriptExpr general_form(const ScriptNode& n, const std::vector<std::string>& regions) {
  std::vector<std::string> args;
  for (size_t i = 0; i < n.in.size(); ++i) args.push_back(n.exactly(i));
  for (const std::string& region : regions) args.push_back(region);
  for (const Attr& attr : n.node.attrs.items()) {
    args.push_back(str(attr.name, " = ", std::visit(ValueText{}, attr.value)));
  }
  return called(str("op.", n.node.op->name), args);
}

}  // namespace rille
