// Modules and labels of plans.
#include "stdlib/profile/describe.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "jit/estimate.h"
#include "jit/graph_text.h"
#include "jit/op.h"
#include "jit/schedule.h"

namespace rille::profile {
namespace {

class ModuleBuilder {
 public:
  ModuleBuilder(const Plan& plan, const Target& target, const PlaceOf& place)
      : plan_(plan), target_(target), place_(place) {}

  PlanFacts build(std::string name, uint64_t id, int module_index) {
    out_.module.name = std::move(name);
    out_.module.id = id;
    PlanEstimate all = estimate(plan_, target_);
    add_nodes(plan_, true);
    for (const StepEstimate& step : all.steps) add_step(step, module_index);
    for (Var v : plan_.graph.results) out_.module.results.push_back(node_of(plan_, v));
    add_buffers();
    out_.module.arena_bytes = static_cast<int64_t>(plan_.arena_bytes);
    out_.module.peak_bytes = static_cast<int64_t>(all.memory.peak());
    out_.module.scratch_bytes = static_cast<int64_t>(all.memory.scratch);
    return std::move(out_);
  }

 private:
  using VarKey = std::pair<const Plan*, int>;

  int node_of(const Plan& plan, Var v) const {
    auto found = nodes_.find({&plan, v.id});
    return found == nodes_.end() ? -1 : found->second;
  }

  // A name that is unique in the module: "dot", "dot.1", "dot.2".
  std::string unique(const std::string& stem) {
    int count = counts_[stem]++;
    return count == 0 ? stem : str(stem, ".", count);
  }

  ModuleNode typed(std::string name, std::string op, const Type& type) const {
    ModuleNode out{.name = std::move(name), .op = std::move(op)};
    bool is_array = type.form() != TypeForm::token;
    if (is_array) out.dtype = std::string(text(type.dtype()));
    if (type.form() == TypeForm::array) out.shape = type.ints();
    return out;
  }

  void note(const Plan& plan, Var v, ModuleNode node) {
    nodes_[{&plan, v.id}] = static_cast<int>(out_.module.nodes.size());
    out_.module.nodes.push_back(std::move(node));
  }

  // Adds the params and nodes of a plan, then those of the plans in it.
  void add_nodes(const Plan& plan, bool is_top) {
    const Graph& graph = plan.graph;
    int number = 0;
    for (Var v : graph.params) {
      ModuleNode node = typed(unique("param"), "param", graph.type(v));
      if (is_top) node.param = number++;
      note(plan, v, std::move(node));
    }
    for (size_t i = 0; i < graph.nodes.size(); ++i) add_node(plan, i);
    for (const PlanStep& step : plan.steps) {
      for (const auto& part : step.parts) add_nodes(*part, false);
    }
  }

  // A node with several results has one entry for each.
  void add_node(const Plan& plan, size_t index) {
    const Node& node = plan.graph.nodes[index];
    std::string op(node.op->name);
    for (Var v : node.out) {
      ModuleNode entry = typed(unique(op), op, plan.graph.type(v));
      for (Var in : node.in) {
        int operand = node_of(plan, in);
        if (operand >= 0) entry.operands.push_back(operand);
      }
      if (!node.attrs.empty()) entry.attributes = attrs_text(node.attrs);
      entry.layer = node.origin.layer().text();
      entry.place = place_(node.origin);
      note(plan, v, std::move(entry));
    }
  }

  void add_step(const StepEstimate& from, int module_index) {
    const Plan& plan = *from.plan;
    const PlanStep& step = *from.step;
    int number = static_cast<int>(out_.module.steps.size());
    std::vector<std::string> operations = operations_of(plan, step);
    ModuleStep entry{.depth = from.depth, .turns = from.iterations};
    entry.ops = join(operations, " + ");
    entry.name = unique(operations.size() == 1 ? operations[0] : "fusion");
    double turns = std::max(from.iterations, 1.0);
    bool is_control = step.kind == PlanStep::Kind::region && !from.is_one_kernel;
    if (!is_control) {
      entry.work = {.flops = from.is_counted ? from.cost.flops / turns : -1,
                    .bytes_read = from.cost.read / turns,
                    .bytes_written = from.cost.written / turns,
                    .seconds = from.time.seconds / turns};
    }
    entry.is_memory_bound = from.time.is_bound_by_memory();
    entry.threads = threads_of(plan, step);
    Label label{.name = entry.name,
                .category = Category::kernel,
                .ops = entry.ops,
                .function = out_.module.name,
                .module = module_index,
                .step = number,
                .work = entry.work,
                .threads = entry.threads};
    std::vector<int> nodes = nodes_of(plan, step);
    for (int index : nodes) take_node(plan, index, number, entry, label);
    charge(entry, operations, label);
    out_.module.steps.push_back(std::move(entry));
    out_.labels.push_back(std::move(label));
  }

  // Notes the values of a node, and its line.
  void take_node(const Plan& plan, int index, int step, ModuleStep& entry, Label& label) {
    const Node& node = plan.graph.nodes[static_cast<size_t>(index)];
    for (Var v : node.out) {
      int at = node_of(plan, v);
      if (at < 0) continue;
      entry.nodes.push_back(at);
      ModuleNode& known = out_.module.nodes[static_cast<size_t>(at)];
      if (known.step < 0) known.step = step;
    }
    Place place = place_(node.origin);
    bool is_new =
        !place.file.empty() && std::ranges::find(label.places, place) == label.places.end();
    if (is_new) label.places.push_back(std::move(place));
  }

  const ModuleNode& module_node(int index) const {
    return out_.module.nodes[static_cast<size_t>(index)];
  }

  double elements(int index) const {
    double out = 1;
    for (int64_t size : module_node(index).shape) out *= static_cast<double>(size);
    return out;
  }

  // The approximate work of a node: exact for products of matrices.
  double weight(int index) const {
    const ModuleNode& node = module_node(index);
    double made = elements(index);
    bool is_product = (node.op == "dot_general" || node.op == "conv") && node.operands.size() > 1;
    if (is_product) {
      return 2 * std::sqrt(made * elements(node.operands[0]) * elements(node.operands[1]));
    }
    for (int operand : node.operands) made = std::max(made, elements(operand));
    return made;
  }

  // Puts the line of the most work first, and takes the layer of the node with the most. Of equal
  // ones, the last counts: it is the value that the step was made for.
  void charge(const ModuleStep& entry, const std::vector<std::string>& operations, Label& label) {
    std::vector<double> by_place(label.places.size());
    double most = -1;
    for (int index : entry.nodes) {
      const ModuleNode& node = module_node(index);
      bool is_listed = std::ranges::find(operations, node.op) != operations.end();
      double work = is_listed ? weight(index) : 0;
      auto at = std::ranges::find(label.places, node.place);
      if (at != label.places.end())
        by_place[static_cast<size_t>(at - label.places.begin())] += work;
      if (work >= most && !node.layer.empty()) {
        label.layer = node.layer;
        most = work;
      }
    }
    if (by_place.empty()) return;
    size_t first = 0;
    for (size_t i = 1; i < by_place.size(); ++i) {
      if (by_place[i] >= by_place[first]) first = i;
    }
    auto at = label.places.begin() + static_cast<std::ptrdiff_t>(first);
    std::rotate(label.places.begin(), at, at + 1);
  }

  int threads_of(const Plan& plan, const PlanStep& step) const {
    bool has_own_code = step.kind == PlanStep::Kind::structured;
    if (has_own_code) return 0;  // such as a sort, which may divide its work
    if (step.kind != PlanStep::Kind::nest) return 1;
    const Schedule& schedule = plan.nests[static_cast<size_t>(step.nest)].schedule;
    return static_cast<int>(std::clamp<int64_t>(schedule.iterations, 1, target_.cores));
  }

  void add_buffers() {
    std::vector<Life> lives = lives_of(plan_);
    std::vector<bool> used = used_slots(plan_);
    std::vector<int> step_of = top_steps();
    for (size_t i = 0; i < plan_.slots.size(); ++i) {
      const Slot& slot = plan_.slots[i];
      auto home = home_of(slot.home);
      if (!used[i] || !home) continue;
      ModuleBuffer buffer{.home = *home,
                          .node = slot.value.none() ? -1 : node_of(plan_, slot.value),
                          .offset = static_cast<int64_t>(slot.offset),
                          .bytes = static_cast<int64_t>(slot.bytes)};
      auto step = [&](int at) { return at < 0 ? -1 : step_of[static_cast<size_t>(at)]; };
      buffer.first = step(lives[i].first);
      buffer.last = step(lives[i].last);
      out_.module.buffers.push_back(buffer);
    }
  }

  static std::optional<ModuleBuffer::Home> home_of(Slot::Home home) {
    switch (home) {
      case Slot::Home::param: return ModuleBuffer::Home::param;
      case Slot::Home::result: return ModuleBuffer::Home::result;
      case Slot::Home::arena: return ModuleBuffer::Home::arena;
      case Slot::Home::constants: return ModuleBuffer::Home::constant;
      case Slot::Home::tape:
      case Slot::Home::nothing: break;
    }
    return {};
  }

  // The index in the module of each step of the outermost plan.
  std::vector<int> top_steps() const {
    std::vector<int> out;
    for (size_t i = 0; i < out_.module.steps.size(); ++i) {
      if (out_.module.steps[i].depth == 0) out.push_back(static_cast<int>(i));
    }
    out.resize(std::max(out.size(), plan_.steps.size()), -1);
    return out;
  }

  const Plan& plan_;
  const Target& target_;
  const PlaceOf& place_;
  PlanFacts out_;
  std::map<VarKey, int> nodes_;
  std::map<std::string, int> counts_;
};

}  // namespace

Place PlaceFinder::find(const State& state, rille::Span span) {
  auto sources = state.sources();
  if (span.empty() || span.file >= std::ssize(sources)) return {};
  const Source& source = sources[static_cast<size_t>(span.file)];
  std::lock_guard guard(mutex_);
  SourceLines& lines = sources_[{&state, span.file}];
  if (lines.begins.empty() || lines.size != source.text.size()) {
    lines = {.size = source.text.size(), .begins = {0}};
    for (size_t i = 0; i < source.text.size(); ++i) {
      if (source.text[i] == '\n') lines.begins.push_back(static_cast<int>(i) + 1);
    }
  }
  auto after = std::ranges::upper_bound(lines.begins, span.begin);
  return {source.name, static_cast<int>(after - lines.begins.begin())};
}

PlanFacts describe(const Plan& plan, const Target& target, std::string name, uint64_t id,
                   const PlaceOf& place) {
  return ModuleBuilder(plan, target, place).build(std::move(name), id, static_cast<int>(id) - 1);
}

}  // namespace rille::profile
