// Fusion: its steps, from the graph to fused operations.
#include "jit/plan/fuse.h"

#include <ranges>

#include "jit/plan.h"
#include "jit/plan/split.h"

namespace rille {

FusedOps::FusedOps(const Graph& graph) : values(graph) {
  memory.slot.assign(graph.types.size(), -1);
  for (Var v : graph.params) materialize(v);
  for (size_t i = 0; i < graph.nodes.size(); ++i) {
    for (Var v : graph.nodes[i].in) {
      ++values[v].uses;
      values[v].last_reader = static_cast<int>(i);
    }
  }
  for (Var v : graph.results) {
    ++values[v].uses;
    values[v].is_result = true;
  }
}

void FusedOps::materialize(Var v) {
  memory.slot[static_cast<size_t>(v.id)] = v.id;
  values[v].inlined = {.reads_memory = true};
}

bool can_inline(const LoweredGraph& lowered, const Node& node) {
  return node.out.size() == 1 && (lowered.as<Pointwise>(node.out[0]) != nullptr ||
                                  lowered.as<View>(node.out[0]) != nullptr);
}

bool is_placed(const LoweredGraph& lowered, Var v) {
  return lowered.producer[static_cast<size_t>(v.id)] >= 0 &&
         lowered.node_of(v).placement != Placement::anywhere;
}

bool is_shown_whole(const Graph& graph, const Node& check, size_t operand) {
  const Type& type = graph.type(check.in[operand]);
  bool is_word =
      is_integer(type.dtype()) || is_float(type.dtype()) || type.dtype() == Dtype::boolean;
  return !is_word || type.rank() > graph.type(check.in[0]).rank() || operand >= 2 + max_check_words;
}

namespace {

// Splits loops so that indices need no divisions.
void split_loops(const LoweredGraph& lowered, const InMemory& memory, FusedOp& op) {
  if (op.kind != FusedOp::Kind::pointwise) return;
  const Type& type = lowered.graph.type(op.roots[0]);
  if (type.count() == 0) return;
  auto flat = [](const Parts& parts) {
    Ints out;
    for (const Ints& part : parts) out.insert(out.end(), part.begin(), part.end());
    return out;
  };
  auto pulled = [&](const Parts& parts) {
    Ints loops = flat(parts);
    StageBuilder builder(lowered, memory, loops, static_cast<int>(loops.size()));
    pull_roots(builder, op);
    return std::move(builder.stage);
  };
  op.loops = flat(split(type.ints(), 0, pulled));
}

// A root is internal if only its own operation reads it.
void find_internal(const LoweredGraph& lowered, FusedOps& fused) {
  constexpr int64_t unread = -1, several = -2;
  const Graph& graph = lowered.graph;
  std::vector<int64_t> readers(graph.types.size(), unread);  // the one operation that reads a value
  auto reader = [&](Var v) -> int64_t& { return readers[static_cast<size_t>(v.id)]; };
  auto reading_op = [&](const Node& node) {
    if (!can_inline(lowered, node)) return several;
    const ValueFacts& facts = fused.values[node.out[0]];
    if (!fused.is_materialized(node.out[0])) return reader(node.out[0]);
    return facts.alias.none() && facts.op >= 0 ? facts.op : several;
  };
  for (Var v : graph.results) reader(v) = several;
  for (const Node& node : std::views::reverse(graph.nodes)) {
    int64_t op = reading_op(node);
    if (op == unread) continue;
    for (Var v : node.in) reader(v) = reader(v) == unread || reader(v) == op ? op : several;
    for (Var v : node.out) {
      ValueFacts& facts = fused.values[v];
      facts.is_internal = facts.op >= 0 && reader(v) == facts.op;
    }
  }
}

}  // namespace

std::optional<Access> strided(const LoweredGraph& lowered, const InMemory& memory, Var v,
                              Var* base) {
  Var below = v;
  while (memory.slot[static_cast<size_t>(below.id)] < 0) {
    auto* view = lowered.as<View>(below);
    if (view == nullptr || view->guarded) return std::nullopt;
    below = lowered.node_of(below).in[0];
  }
  const Type& type = lowered.graph.type(v);
  if (base != nullptr) *base = below;
  if (type.count() == 0) return std::nullopt;
  Ints loops = type.ints();
  StageBuilder builder(lowered, memory, loops, static_cast<int>(loops.size()));
  const NestStep& step =
      builder.stage.code[static_cast<size_t>(builder.value(v, builder.identity()))];
  if (step.name != Scalar::load || step.access.computed >= 0) return std::nullopt;
  return step.access;
}

FusedOps fuse(const LoweredGraph& lowered) {
  FusedOps out(lowered.graph);
  inline_values(lowered, out);
  fuse_epilogues(lowered, out);
  fuse_siblings(lowered, out);
  find_internal(lowered, out);
  for (FusedOp& op : out.ops) split_loops(lowered, out.memory, op);
  find_reads(lowered, out);
  place_early(lowered, out);
  return out;
}

}  // namespace rille
