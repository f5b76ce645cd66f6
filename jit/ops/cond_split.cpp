// Splitting of cond: both graphs use the same selector.
#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "jit/ops/cond.h"
#include "vm/error.h"

namespace rille {
namespace {

// The residuals of the branches share slots. A slot is a result of the known cond, in which each
// branch stores a residual of that type. A residual that is an operand needs no slot.
struct CarrySlots {
  Types types = {};
  // Per branch and residual: the slot, or the index among the known operands.
  struct ResidualSlot {
    bool is_operand;
    size_t at;
  };
  std::vector<std::vector<ResidualSlot>> places = {};

  void add(const SplitGraph& branch) {
    std::unordered_map<int, size_t> operands;
    const Vars& params = branch.known.params;
    for (size_t i = 0; i < params.size(); ++i) operands.emplace(params[i].id, i);
    std::unordered_map<const void*, size_t> used;  // the number of used slots of each type
    auto& mine = places.emplace_back();
    for (size_t i = 0; i < branch.residuals; ++i) {
      Var v = branch.residual(i);
      auto operand = operands.find(v.id);
      bool is_operand = operand != operands.end();
      mine.push_back({is_operand, is_operand ? operand->second : slot(branch.known.type(v), used)});
    }
  }

 private:
  // A free slot of the type. Tapes are never shared; choose() in regions.h relies on it.
  size_t slot(const Type& type, std::unordered_map<const void*, size_t>& used) {
    std::vector<size_t>& all = of_type_[type.id()];
    size_t& next = used[type.id()];
    if (type.form() != TypeForm::array || next == all.size()) {
      all.push_back(types.size());
      types.push_back(type);
      next = all.size() - 1;
    }
    return all[next++];
  }

  std::unordered_map<const void*, std::vector<size_t>> of_type_ = {};
};

struct CondSplit {
  Splitter& s;
  const Node& node;
  Flags known = {}, linear = {};  // operands; results
  std::vector<SplitGraph> parts = {};
  CarrySlots slots = {};

  void divide() {
    if (!s.is_known(node.in[0])) {
      decides_by_tangent("the condition of a branch", node.origin);
    }
    Flags unknown;
    for (Var v : node.in) unknown.push_back(!s.is_known(v));
    linear = node.op->flow(node, unknown, carries_all);
    for (size_t i = 1; i < node.in.size(); ++i) known.push_back(!unknown[i]);
    for (const Region& region : node.regions) {
      parts.push_back(split(*region, known, linear));
      slots.add(parts.back());
    }
  }

  Region known_region(size_t branch) const {
    const SplitGraph& part = parts[branch];
    const Graph& graph = part.known;
    return make_region(graph, graph.types_of(graph.params), [&](Builder& b, const Vars& in) {
      Vars y = inline_graph(b, graph, in);
      b.at(graph.origin);
      size_t count = y.size() - part.residuals;
      Vars out = slice(y, 0, count), kept(slots.types.size());
      for (size_t i = 0; i < part.residuals; ++i) {
        auto place = slots.places[branch][i];
        if (!place.is_operand) kept[place.at] = y[count + i];
      }
      for (size_t i = 0; i < kept.size(); ++i) {
        out.push_back(built(b, kept[i], slots.types[i]));
      }
      return out;
    });
  }

  // The parameters are the slots, then the known operands that some branch reads, then the linear
  // ones.
  Region linear_region(size_t branch, const Types& params, const std::vector<size_t>& read) const {
    const SplitGraph& part = parts[branch];
    std::unordered_map<size_t, size_t> operands;  // the position of each operand that is read
    for (size_t i = 0; i < read.size(); ++i) operands.emplace(read[i], slots.types.size() + i);
    return make_region(part.linear, params, [&](Builder& b, const Vars& in) {
      Vars args;
      for (auto place : slots.places[branch]) {
        args.push_back(in[place.is_operand ? operands.at(place.at) : place.at]);
      }
      append(args, Vars(in.begin() + slots.types.size() + read.size(), in.end()));
      return inline_graph(b, part.linear, args);
    });
  }

  std::vector<size_t> read_operands() const {
    std::vector<size_t> out;
    std::unordered_set<size_t> seen;
    for (const auto& branch : slots.places) {
      for (auto place : branch) {
        if (place.is_operand && seen.insert(place.at).second) out.push_back(place.at);
      }
    }
    return out;
  }

  void run() {
    divide();
    Regions regions;
    for (size_t i = 0; i < parts.size(); ++i) regions.push_back(known_region(i));
    Vars operands = s.known(pick(node.in, 1, known)), in{s.known(node.in[0])};
    append(in, operands);
    std::vector<size_t> results = where(linear, false);
    Vars y;
    if (!results.empty() || !slots.types.empty() || node.effects != Effect::none) {
      y = s.known_builder().emit(*node.op, in, node.attrs, regions);
    }
    for (size_t i = 0; i < results.size(); ++i) s.put_known(node.out[results[i]], y[i]);
    emit_linear(operands, Vars(y.begin() + results.size(), y.end()));
  }

  void emit_linear(const Vars& operands, const Vars& kept) {
    std::vector<size_t> results = where(linear), read = read_operands();
    if (results.empty()) return;
    Vars in;
    for (Var v : kept) in.push_back(s.residual(v));
    for (size_t at : read) in.push_back(s.residual(operands[at]));
    for (size_t i : where(known, false)) in.push_back(s.linear(node.in[i + 1]));
    Builder& b = s.linear_builder();
    Types params;
    for (Var v : in) params.push_back(b.type(v));
    Regions regions;
    for (size_t i = 0; i < parts.size(); ++i) regions.push_back(linear_region(i, params, read));
    in.insert(in.begin(), s.linear(node.in[0]));
    Vars dy = b.emit(*node.op, in, node.attrs, regions);
    for (size_t i = 0; i < results.size(); ++i) s.put_linear(node.out[results[i]], dy[i]);
  }
};

}  // namespace

void cond_split(Splitter& s, const Node& node) { CondSplit{s, node}.run(); }

}  // namespace rille
