// Slots and steps, one fused operation at a time.
#include "jit/plan/planner.h"

#include <algorithm>
#include <limits>

#include "jit/graph.h"
#include "jit/op.h"
#include "jit/regions.h"
#include "vm/error.h"

namespace rille {
namespace {

// Bytes of a value that stands in memory, less than 2^62: so sums of a few cannot wrap.
size_t bytes_of(const Type& type) {
  int64_t out = 0;
  bool wraps =
      __builtin_mul_overflow(type.count(), static_cast<int64_t>(bytes(type.dtype())), &out);
  if (wraps || out > int64_t{1} << 61) {
    throw Error(Code::memory, str("a ", type, " takes more than 2^61 bytes"));
  }
  return static_cast<size_t>(out);
}

}  // namespace

Planner::Planner(Plan& plan, const Target& target)
    : plan_(plan), target_(target), lowered_(plan.graph), fused_(fuse(lowered_)) {}

int Planner::new_slot(Type type, Slot::Home home, int number, Var value) {
  Slot slot{.type = type, .home = home, .number = number, .value = value};
  if (type.form() == TypeForm::array) slot.bytes = bytes_of(type);
  plan_.slots.push_back(slot);
  return static_cast<int>(plan_.slots.size()) - 1;
}

int Planner::temporary(Dtype dtype, int64_t elements) {
  return new_slot(Type(dtype, {Extent(elements)}), Slot::Home::arena);
}

void Planner::make_slots() {
  const Graph& graph = plan_.graph;
  memory_.slot.assign(graph.types.size(), -1);
  auto at = [&](Var v) -> int& { return memory_.slot[static_cast<size_t>(v.id)]; };
  auto home = [](const Type& type, Slot::Home wanted) {
    if (type.form() == TypeForm::token) return Slot::Home::nothing;
    bool inner = wanted == Slot::Home::arena && type.form() == TypeForm::tape;
    return inner ? Slot::Home::tape : wanted;
  };
  for (Var v : graph.params) {
    at(v) = new_slot(graph.type(v), Slot::Home::param, static_cast<int>(plan_.params.size()), v);
    plan_.params.push_back(at(v));
  }
  for (Var v : graph.results) {
    auto number = static_cast<int>(plan_.results.size());
    bool own = at(v) < 0 && fused_.values[v].alias.none();
    int slot = new_slot(graph.type(v), home(graph.type(v), Slot::Home::result), number, v);
    if (own) at(v) = slot;
    plan_.results.push_back(slot);
  }
  for (const Node& node : graph.nodes) {
    for (Var v : node.out) {
      if (!fused_.is_materialized(v) || at(v) >= 0) continue;
      Var owner = fused_.values[v].alias;
      Slot::Home own = home(graph.type(v), Slot::Home::arena);
      at(v) = owner.none() ? new_slot(graph.type(v), own, 0, v) : at(owner);
    }
  }
}

void Planner::run() {
  for (const Type& type : plan_.graph.types) {
    if (type.form() == TypeForm::array && !type.known()) {
      throw Error(Code::device, str("compiled code needs extents that are numbers, got ", type),
                  plan_.graph.origin.span());
    }
  }
  make_slots();
  std::vector<FusedOp> checks;  // consecutive ones
  auto make_checks = [&] {
    for (std::span<const FusedOp> rest = checks; !rest.empty();)
      rest = rest.subspan(this->checks(rest));
    checks.clear();
  };
  for (const FusedKernel& kernel : fused_kernels(lowered_, fused_, &plan_.choices)) {
    if (kernel.ops[0].kind == FusedOp::Kind::check) {
      checks.push_back(kernel.ops[0]);
      continue;
    }
    make_checks();
    if (kernel.ops.size() > 1) {
      rows(kernel);
    } else {
      build(kernel.ops[0]);
    }
  }
  make_checks();
  copies();
}

void Planner::build(const FusedOp& op) {
  switch (op.kind) {
    case FusedOp::Kind::pointwise: return in_loops(op);
    case FusedOp::Kind::check: return;  // checks()
    case FusedOp::Kind::node: return node(op);
    case FusedOp::Kind::reduction: return reduce(op, *lowered_.as<Reduce>(op.core));
    case FusedOp::Kind::contraction: return contract(op, *lowered_.as<Contraction>(op.core));
  }
}

// Two nests of one structure share one entry, and so one piece of machine code.
int Planner::unique(Nest nest) {
  verify(nest);
  std::vector<int>& bucket = nests_[structural_hash(nest)];
  for (int at : bucket) {
    Nest& old = plan_.nests[static_cast<size_t>(at)].nest;
    if (!same_code(old, nest)) continue;
    for (const Origin& origin : nest.origins) {
      if (origins_[static_cast<size_t>(at)].insert(origin).second) old.origins.push_back(origin);
    }
    return at;
  }
  origins_.emplace_back(nest.origins.begin(), nest.origins.end());
  plan_.nests.push_back(scheduled(std::move(nest), target_));
  bucket.push_back(static_cast<int>(plan_.nests.size()) - 1);
  return bucket.back();
}

void Planner::add(StageBuilder& builder, const FusedOp& op) {
  for (Var v : op.roots) builder.origins.push_back(lowered_.node_of(v).origin);
  std::vector<int> slots = builder.slots;
  add(builder.nest(), std::move(slots), op.node, {op.roots.begin(), op.roots.end()});
}

void Planner::add(Nest nest, std::vector<int> slots, int node, Vars roots) {
  simplify(nest);
  for (Stage& stage : nest.stages) {
    bool folds = stage.form == StageForm::fold || stage.form == StageForm::scan;
    if (folds && stage.kept == std::ssize(stage.loops)) stage.form = StageForm::pointwise;
  }
  PlanStep step{.kind = PlanStep::Kind::nest, .node = node, .buffers = std::move(slots)};
  step.roots = std::move(roots);
  step.nest = unique(std::move(nest));
  plan_.steps.push_back(std::move(step));
}

namespace {

// Locals stand behind the buffers, of which there are as many as there are now.
void place_locals(Nest& nest) {
  auto count = static_cast<int>(nest.buffers.size());
  for (Stage& stage : nest.stages) {
    each_access(stage, [&](Access& access) {
      if (access.buffer >= StageBuilder::first_local)
        access.buffer += count - StageBuilder::first_local;
    });
  }
  for (const Local& local : nest.locals) nest.buffers.push_back(local.dtype);
}

}  // namespace

void Planner::rows(const FusedKernel& kernel) {
  Nest nest{.shared = kernel.rows.shared, .locals = kernel.locals};
  std::vector<int> slots;
  Vars roots;
  for (const FusedOp& op : kernel.ops) {
    for (Var v : op.roots) roots.push_back(v);
    OpLoops loops = loops_of(lowered_, op);
    StageBuilder builder(lowered_, memory_, loops.extents, loops.kept, &kernel.rows);
    builder.slots = std::move(slots);
    builder.buffers = std::move(nest.buffers);
    store_roots(builder, op, pull_op(lowered_, builder, op, loops), &kernel.rows);
    for (Var v : op.roots) nest.origins.push_back(lowered_.node_of(v).origin);
    slots = std::move(builder.slots);
    nest.buffers = std::move(builder.buffers);
    nest.stages.push_back(std::move(builder.stage));
  }
  place_locals(nest);
  add(std::move(nest), std::move(slots), -1, std::move(roots));
}

void Planner::store_roots(StageBuilder& builder, const FusedOp& op, const std::vector<int>& made,
                          const Rows* rows) {
  RILLE_CHECK(!builder.failed(), print(plan_.graph));
  for (size_t i = 0; i < made.size(); ++i) {
    Var v = op.roots[i];
    if (fused_.values[v].is_internal) continue;
    int local = rows == nullptr ? Rows::in_memory : rows->local.at(v.id);
    if (local < 0) {  // in memory, now or later
      builder.store(v, slot(v), made[i]);
    } else {
      builder.store_row(v, local, made[i]);
    }
  }
}

void Planner::in_loops(const FusedOp& op) {
  if (plan_.graph.type(op.roots[0]).count() == 0) return;
  OpLoops loops = loops_of(lowered_, op);
  StageBuilder builder(lowered_, memory_, loops.extents, loops.kept);
  store_roots(builder, op, pull_op(lowered_, builder, op, loops));
  add(builder, op);
}

// The reduction of no elements: the identity, for each result.
void Planner::fill(const FusedOp& op, AttrValue identity) {
  const Type& type = plan_.graph.type(op.core);
  StageBuilder builder(lowered_, memory_, type.ints(), type.rank());
  builder.made(op.core, builder.index.push({.name = Scalar::constant,
                                            .dtype = type.dtype(),
                                            .value = std::move(identity)}));
  store_roots(builder, op, pull_roots(builder, op));
  add(builder, op);
}

void Planner::reduce(const FusedOp& op, const Reduce& reduce) {
  if (plan_.graph.type(op.core).count() == 0) return;
  bool is_empty = plan_.graph.type(lowered_.node_of(op.core).in[0]).count() == 0;
  if (is_empty) return fill(op, reduce.identity);
  in_loops(op);
}

void Planner::contract(const FusedOp& op, const Contraction& contract) {
  const Node& node = lowered_.node_of(op.core);
  const Type& out = plan_.graph.type(op.core);
  if (out.count() == 0) return;
  Extents extents = extents_of(lowered_, node, contract);
  if (extents.deep == 0) return fill(op, int64_t{0});
  if (is_fold(extents, out.dtype())) return product_as_reduction(op, contract, extents);
  in_loops(op);
}

void Planner::product_as_reduction(const FusedOp& op, const Contraction& contract,
                                   const Extents& extents) {
  const Node& node = lowered_.node_of(op.core);
  Side left = left_of(lowered_, node, contract), right = right_of(lowered_, node, contract);
  Ints loops = extents.batch;
  for (const Ints* part : {&extents.rows_of, &extents.columns_of, &extents.deep_of}) {
    loops.insert(loops.end(), part->begin(), part->end());
  }
  auto deep_from = std::ssize(loops) - std::ssize(extents.deep_of);
  auto columns_from = deep_from - std::ssize(extents.columns_of);
  StageBuilder builder(lowered_, memory_, loops, static_cast<int>(deep_from));
  Dtype sum = sum_dtype_of(plan_.graph.type(op.core).dtype());
  auto pulled = [&](const Side& side, int64_t across_from) {
    Place place{plan_.graph.type(side.value).ints(), {}};
    place.at.resize(place.shape.size());
    auto spread = [&](const Ints& axes, int64_t from) {
      for (size_t i = 0; i < axes.size(); ++i) {
        place.at[static_cast<size_t>(axes[i])] =
            builder.index.loop(static_cast<int>(from + static_cast<int64_t>(i)));
      }
    };
    spread(side.batch, 0);
    spread(side.across, across_from);
    spread(side.deep, deep_from);
    int step = builder.value(side.value, place);
    bool same = plan_.graph.type(side.value).dtype() == sum;
    return same ? step : builder.index.call(Scalar::convert, sum, {step});
  };
  int a = pulled(left, std::ssize(extents.batch)), b = pulled(right, columns_from);
  builder.stage.form = StageForm::fold;
  builder.stage.sum_dtype = sum;
  end_reduction(lowered_, builder, op, builder.index.call(Scalar::mul, sum, {a, b}), Scalar::add);
  store_roots(builder, op, pull_roots(builder, op));
  add(builder, op);
}

namespace {

constexpr size_t max_together = 16;     // checks
constexpr size_t max_check_code = 200;  // of theirs: compile time is finite

bool shows_whole(const Graph& graph, const Node& check) {
  for (size_t i = 2; i < check.in.size(); ++i) {
    if (is_shown_whole(graph, check, i)) return true;
  }
  return false;
}

}  // namespace

// Makes one step of the first operations, as long as all are checks of one shape; returns their
// number. A check that shows whole values is a step of its own, which has these values as `in`.
size_t Planner::checks(std::span<const FusedOp> ops) {
  const Graph& graph = plan_.graph;
  auto node_of = [&](const FusedOp& op) -> const Node& {
    return graph.nodes[static_cast<size_t>(op.node)];
  };
  const Node& first = node_of(ops[0]);
  const Type& type = graph.type(first.in[0]);
  if (type.count() == 0) return 1;
  Ints loops = type.ints();
  StageBuilder builder(lowered_, memory_, loops, static_cast<int>(loops.size()));
  PlanStep step{.kind = PlanStep::Kind::nest, .node = ops[0].node};
  step.first_check = static_cast<int>(plan_.checks.size());
  check(builder, step, first);
  size_t taken = 1;
  for (; taken < std::min(ops.size(), max_together) && !shows_whole(graph, first); ++taken) {
    if (ops[taken].kind != FusedOp::Kind::check || builder.stage.code.size() > max_check_code)
      break;
    const Node& node = node_of(ops[taken]);
    if (graph.type(node.in[0]).shape() != type.shape() || shows_whole(graph, node)) break;
    check(builder, step, node);
  }
  step.buffers = builder.slots;
  step.nest = unique(builder.nest());
  plan_.steps.push_back(std::move(step));
  return taken;
}

void Planner::check(StageBuilder& builder, PlanStep& step, const Node& node) {
  PlanCheck check{.message = node.attrs.string("message"), .code = "value", .origin = node.origin};
  if (auto* kind = node.attrs.find("kind")) check.code = std::get<std::string>(*kind);
  Place home = builder.identity();
  int condition = builder.value(node.in[0], home), mask = builder.value(node.in[1], home);
  int fails = builder.index.call(Scalar::bit_not, Dtype::boolean, {condition});
  NestCheck out{.failed = builder.index.call(Scalar::bit_and, Dtype::boolean, {fails, mask}),
                .check = static_cast<int>(plan_.checks.size()) - step.first_check};
  int rank = plan_.graph.type(node.in[0]).rank();
  for (size_t i = 2; i < node.in.size(); ++i) {
    const Type& value = plan_.graph.type(node.in[i]);
    bool whole = is_shown_whole(plan_.graph, node, i);
    check.values.push_back({value, rank, whole});
    if (whole) {
      step.in.push_back(slot(node.in[i]));
    } else {
      out.payload.push_back(builder.value(node.in[i], value.rank() == 0 ? Place{} : home));
    }
  }
  builder.stage.checks.push_back(std::move(out));
  builder.origins.push_back(node.origin);
  plan_.checks.push_back(std::move(check));
}

// What a loop carries from turn to turn goes through two sets of places, the results and this
// one, where its body does not write it where it reads it.
size_t Planner::carry_bytes(const Node& node, const PlanStep& step) const {
  if (!is_loop(node)) return 0;
  size_t out = 0;
  LoopShape shape = loop_shape(node);
  for (size_t i = 0; i < shape.carry; ++i) {
    if (stays_in_place(*step.parts.back(), shape, i)) continue;
    const Slot& slot = plan_.slots[static_cast<size_t>(this->slot(node.out[i]))];
    out += (slot.bytes + 63) / 64 * 64;
    if (out > size_t{1} << 61) throw Error(Code::memory, "a loop carries more than 2^61 bytes");
  }
  return out;
}

void Planner::node(const FusedOp& op) {
  const Node& node = plan_.graph.nodes[static_cast<size_t>(op.node)];
  PlanStep step{.kind = PlanStep::Kind::structured, .node = op.node, .roots = node.out};
  for (Var v : node.in) step.in.push_back(slot(v));
  for (Var v : node.out) step.out.push_back(slot(v));
  if (!node.regions.empty()) {
    step.kind = PlanStep::Kind::region;
    for (const Region& region : node.regions) {
      auto part = std::make_shared<Plan>(make_plan(*region, target_));
      step.scratch = std::max(step.scratch, (part->arena_bytes + 63) / 64 * 64);
      bool is_body = is_loop(node) && &region == &node.regions.back();
      if (is_body) find_donors(*part, loop_shape(node));
      step.parts.push_back(std::move(part));
    }
    step.scratch += carry_bytes(node, step);
    if (step.scratch > 0) {
      step.buffers.push_back(temporary(Dtype::u8, static_cast<int64_t>(step.scratch)));
    }
  }
  plan_.steps.push_back(std::move(step));
}

// Results that are params, that stand twice in the list, or share another value's memory.
void Planner::copies() {
  const Graph& graph = plan_.graph;
  for (size_t i = 0; i < graph.results.size(); ++i) {
    int from = slot(graph.results[i]), to = plan_.results[i];
    if (from == to || graph.type(graph.results[i]).form() == TypeForm::token) continue;
    plan_.steps.push_back({.kind = PlanStep::Kind::copy, .in = {from}, .out = {to}});
  }
}

Plan make_plan(const Graph& graph, const Target& target) {
  Plan plan;
  plan.graph = flatten(graph);
  Planner(plan, target).run();
  order_steps(plan);
  verify(plan);
  place_slots(plan);
  find_donors(plan);
  return plan;
}

}  // namespace rille
