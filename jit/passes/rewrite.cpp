// The traversal of nodes and regions shared by passes.
#include "jit/passes/rewrite.h"

#include <algorithm>

namespace rille {
namespace {

// A branch or call without results whose regions are empty.
bool does_nothing(const Node& node) {
  if (!node.out.empty() || node.regions.empty()) return false;
  return node.op->control != RegionControl::while_loop &&
         std::ranges::all_of(node.regions, [](const Region& r) { return r->nodes.empty(); });
}

}  // namespace

Regions RegionPass::operator()(const Regions& regions) {
  Regions out;
  for (const Region& region : regions) {
    Region& done = done_[region.get()];
    if (done == nullptr) done = std::make_shared<const Graph>(pass_(*region));
    out.push_back(done);
  }
  return out;
}

ProducerIndex::ProducerIndex(const Graph& graph) : graph_(graph), number_(graph.types.size(), -1) {
  for (size_t i = 0; i < graph.nodes.size(); ++i) {
    for (Var v : graph.nodes[i].out) number_[static_cast<size_t>(v.id)] = static_cast<int>(i);
  }
}

int64_t array_bytes(const Type& type) {
  if (type.form() != TypeForm::array || !type.known()) return 0;
  // More than the memory of any machine, so that sums do not overflow.
  constexpr int64_t most = int64_t{1} << 44;
  auto each = static_cast<int64_t>(bytes(type.dtype()));
  return type.count() > most / each ? most : type.count() * each;
}

Rewriter::Rewriter(const Graph& graph, Pass pass, Rule rule, NodeSelection takes)
    : graph_(graph), regions_(pass), rule_(rule), takes_(takes), b_(graph.origin), value_(graph) {}

// Includes nodes that the rule created.
void Rewriter::note() {
  const Graph& made = b_.graph();
  maker_.resize(made.types.size(), -1);
  for (; noted_ < made.nodes.size(); ++noted_) {
    for (Var v : made.nodes[noted_].out) {
      maker_[static_cast<size_t>(v.id)] = static_cast<int>(noted_);
    }
  }
}

const Node* Rewriter::made_by(Var v, const Op& op) const {
  int maker = static_cast<size_t>(v.id) < maker_.size() ? maker_[static_cast<size_t>(v.id)] : -1;
  if (maker < 0) return nullptr;
  const Node& node = b_.graph().nodes[static_cast<size_t>(maker)];
  return node.op == &op ? &node : nullptr;
}

const AttrValue* Rewriter::filled(Var v) const {
  const Node* node = made_by(v, fill_op);
  return node == nullptr ? nullptr : &node->attrs.at("value");
}

Graph Rewriter::run() && {
  for (Var v : graph_.params) value_[v] = b_.param(graph_.type(v));
  note();
  for (const Node& node : graph_.nodes) {
    b_.at(node.origin);
    Node copy = node;
    copy.in = value_(node.in);
    copy.regions = regions_(node.regions);
    if (does_nothing(copy)) continue;
    size_t before = b_.graph().nodes.size();
    bool asks = node.effects == Effect::none || takes_ == NodeSelection::effects;
    Vars out = asks ? rule_(*this, copy) : Vars{};
    bool is_done = !out.empty() || b_.graph().nodes.size() > before;
    if (!is_done) out = b_.copy(copy, copy.in);
    for (size_t i = 0; i < out.size(); ++i) value_[node.out[i]] = out[i];
    note();
  }
  Vars results = value_(graph_.results);
  return std::move(b_).finish(results);
}

}  // namespace rille
