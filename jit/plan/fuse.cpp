// A value is computed where it is read, unless twice.
#include "jit/plan/fuse.h"

#include <algorithm>
#include <ranges>

#include "jit/bounds.h"
#include "jit/cost.h"
#include "jit/op.h"
#include "jit/plan.h"
#include "jit/plan/split.h"
#include "vm/error.h"

namespace rille {
namespace {

constexpr int max_inlined = 200;  // operations of one pulled expression: compile time is finite
constexpr size_t max_roots = 12;  // stores of one nest

class Fuser {
 public:
  explicit Fuser(const LoweredGraph& lowered) : lowered_(lowered), graph_(lowered.graph) {
    size_t values = graph_.types.size();
    out_.memory.slot.assign(values, -1);
    out_.alias.assign(values, {});
    weight_.assign(values, 0);
    reads_.assign(values, false);
    depth_.assign(values, 0);
    uses_.assign(values, 0);
    reader_.assign(values, -1);
    result_.assign(values, false);
    made_by_.assign(values, {});
    unit_of_.assign(values, -1);
    since_.assign(values, 0);
  }

  FusedUnits run() {
    count();
    for (size_t i = 0; i < graph_.nodes.size(); ++i) decide(graph_.nodes[i], i);
    for (size_t i = graph_.nodes.size(); i-- > 0;) extend(graph_.nodes[i]);
    for (size_t i = 0; i < graph_.nodes.size(); ++i) place(graph_.nodes[i], static_cast<int>(i));
    find_passing();
    for (Unit& unit : out_.units) split_loops(unit);
    find_reads(lowered_, out_);
    place_early(lowered_, out_);
    return std::move(out_);
  }

 private:
  int& weight(Var v) { return weight_[static_cast<size_t>(v.id)]; }
  bool in_memory(Var v) const { return out_.memory.slot[static_cast<size_t>(v.id)] >= 0; }
  void remember(Var v) {
    out_.memory.slot[static_cast<size_t>(v.id)] = v.id;
    weight(v) = 0;
    reads_[static_cast<size_t>(v.id)] = true;
  }
  bool has_form(const Node& node) const {
    return node.out.size() == 1 &&
           (lowered_.as<Pointwise>(node.out[0]) != nullptr || lowered_.as<View>(node.out[0]));
  }

  void count() {
    for (Var v : graph_.params) remember(v);
    for (size_t i = 0; i < graph_.nodes.size(); ++i) {
      for (Var v : graph_.nodes[i].in) {
        ++uses_[static_cast<size_t>(v.id)];
        reader_[static_cast<size_t>(v.id)] = static_cast<int>(i);
      }
    }
    for (Var v : graph_.results) {
      ++uses_[static_cast<size_t>(v.id)];
      result_[static_cast<size_t>(v.id)] = true;
    }
  }

  // A product reads views and cheap code as they are, once for each block of the other side; what
  // is dear stands in memory below the views of it.
  void need_operand(Var v) {
    if (weight(v) <= bound::cheap_operand) return;
    while (weight(v) > bound::cheap_operand) {
      auto* view = lowered_.as<View>(v);
      if (view == nullptr || view->guarded) break;
      v = lowered_.node_of(v).in[0];
    }
    remember(v);
  }

  // What has a border and is read in windows, again and again, is laid out with it: each read
  // looks for the border otherwise.
  void need_padded(Var v, int64_t reads) {
    constexpr int64_t often = 8;
    if (in_memory(v)) return;
    auto* view = lowered_.as<View>(v);
    if (view == nullptr && lowered_.as<Pointwise>(v) == nullptr) return;
    if (view != nullptr && view->guarded && reads / often >= graph_.type(v).count()) {
      if (keeps_rows(v)) remember(v);
      return;
    }
    for (Var in : lowered_.node_of(v).in) need_padded(in, reads);
  }

  // Whether what stands side by side in v does so in memory.
  bool keeps_rows(Var v) {
    Ints loops = graph_.type(v).ints();
    Pull pull(lowered_, out_.memory, loops, static_cast<int>(loops.size()));
    pull.value(v, pull.identity());
    return std::ranges::all_of(pull.stage.code, [](const NestStep& step) {
      return step.name != Scalar::load || step.access.strides.back().is(1);
    });
  }

  void need(Var v) {
    if (in_memory(v)) return;
    auto* view = lowered_.as<View>(v);
    bool result = result_[static_cast<size_t>(v.id)];
    if (view != nullptr && view->reshape && !result) {
      Var from = lowered_.node_of(v).in[0];
      need(from);
      out_.alias[static_cast<size_t>(v.id)] = out_.owner(from);
    }
    remember(v);
  }

  // Whether the code looks an input up more often than it has elements. (ObjectKind it looks up
  // under a bound of the last axis alone it looks up in those turns alone: jit/codegen/cuts.cpp.)
  bool loads_again(const Pointwise& point, Var v, const Node& node, size_t input) {
    const Type& type = graph_.type(v);
    constexpr int64_t wide = 16;  // numbers side by side: no vector is longer
    const Type& from = graph_.type(node.in[input]);
    bool in_runs = std::ranges::all_of(node.in, [&](Var in) {
      const Type& part = graph_.type(in);
      return part.rank() > 0 && part.rank() == type.rank() && part.ints().back() >= wide;
    });
    int64_t turns = 0;
    for (const Scalars::ScalarStep& step : point.code.steps) {
      if (step.name != Scalar::load) continue;
      if (std::get<int64_t>(step.value) != static_cast<int64_t>(input)) continue;
      bool is_bound = in_runs && std::ssize(step.in) > type.rank() &&
                      bounds_last(point.code, step.in.back(), type.rank());
      turns += is_bound ? from.count() : type.count();
    }
    return turns > from.count();
  }

  // Whether the step compares the place along the last of the axes with a constant, or does twice.
  static bool bounds_last(const Scalars& code, int step, int rank) {
    const Scalars::ScalarStep& it = code.steps[static_cast<size_t>(step)];
    if (it.name == Scalar::bit_and) {
      return bounds_last(code, it.in[0], rank) && bounds_last(code, it.in[1], rank);
    }
    if (it.name != Scalar::lt && it.name != Scalar::ge) return false;
    const Scalars::ScalarStep& place = code.steps[static_cast<size_t>(it.in[0])];
    const Scalars::ScalarStep& bound = code.steps[static_cast<size_t>(it.in[1])];
    return place.name == Scalar::index && std::get<int64_t>(place.value) == rank - 1 &&
           bound.name == Scalar::constant;
  }

  void decide(const Node& node, size_t number) {
    if (!has_form(node)) return decide_other(node, number);
    Var v = node.out[0];
    auto* point = lowered_.as<Pointwise>(v);
    auto* view = lowered_.as<View>(v);
    bool grows = graph_.type(v).count() > 0;
    for (Var in : node.in) grows &= graph_.type(v).count() > graph_.type(in).count();
    for (size_t i = 0; i < node.in.size(); ++i) {
      Var in = node.in[i];
      int few = reads_[static_cast<size_t>(in.id)] ? bound::cheap - 1 : bound::cheap_indices;
      if (in_memory(in) || weight(in) < few) continue;
      bool loads = point != nullptr && loads_again(*point, v, node, i);
      if (loads || (view != nullptr && grows)) remember(in);
    }
    int own = view != nullptr ? (view->guarded ? 1 : 0) : 0;
    if (point != nullptr) own += cost_of(point->code);
    for (Var in : node.in) own += weight(in);
    weight(v) = own;
    for (Var in : node.in) {
      if (reads_[static_cast<size_t>(in.id)]) reads_[static_cast<size_t>(v.id)] = true;
    }
    int& depth = depth_[static_cast<size_t>(v.id)];
    for (Var in : node.in) {
      if (!in_memory(in)) depth = std::max(depth, depth_[static_cast<size_t>(in.id)] + 1);
    }
    auto uses = uses_[static_cast<size_t>(v.id)];
    if (result_[static_cast<size_t>(v.id)] || (uses > 1 && own > bound::cheap) ||
        own > max_inlined || depth > max_inlined) {
      remember(v);
    }
  }

  // What a message shows whole is copied from memory where the check fails.
  void decide_check(const Node& node) {
    for (size_t i = 2; i < node.in.size(); ++i) {
      if (is_shown_whole(graph_, node, i)) need(node.in[i]);
    }
  }

  void decide_other(const Node& node, size_t number) {
    for (Var v : node.out) remember(v);
    const auto& lowering = lowered_.lowering[number];
    if (node.op == &check_op) return decide_check(node);
    if (lowering && std::holds_alternative<Reduce>(*lowering)) {
      return need_padded(node.in[0], graph_.type(node.in[0]).count());  // it pulls the rest
    }
    if (lowering && std::holds_alternative<Contraction>(*lowering)) {
      for (Var in : node.in) need_operand(in);
      return;
    }
    for (Var in : node.in) {
      if (graph_.type(in).form() == TypeForm::array) need(in);
    }
  }

  // A fold or contraction hands its value straight to the one pointwise reader that has its
  // shape, and so on, up to the first value that stands in memory or has several readers.
  void extend(const Node& node) {
    if (node.out.size() != 1) return;
    Var made = node.out[0], last = made;
    auto* reduce = lowered_.as<Reduce>(made);
    if ((reduce == nullptr || reduce->scan) && lowered_.as<Contraction>(made) == nullptr) return;
    while (true) {
      size_t at = static_cast<size_t>(last.id);
      if (result_[at] || uses_[at] != 1 || reader_[at] < 0) break;
      const Node& reader = graph_.nodes[static_cast<size_t>(reader_[at])];
      if (reader.out.size() != 1 || lowered_.as<Pointwise>(reader.out[0]) == nullptr) break;
      if (graph_.type(reader.out[0]).shape() != graph_.type(last).shape()) break;
      if (!made_by_[static_cast<size_t>(reader.out[0].id)].none()) break;
      if (feeds_from_another(reader, last)) break;
      last = reader.out[0];
      if (in_memory(last)) break;
    }
    if (last == made || !fits(made, last)) last = made;
    if (last != made) out_.memory.slot[static_cast<size_t>(made.id)] = -1;
    remember(last);
    made_by_[static_cast<size_t>(last.id)] = made;
  }

  // Another input of the reader pulls a value that some nest makes on its way.
  bool feeds_from_another(const Node& reader, Var last) {
    for (Var in : reader.in) {
      if (in == last || in_memory(in)) continue;
      if (!pullable(in)) return true;
    }
    return false;
  }

  bool pullable(Var v) {
    if (in_memory(v)) return true;
    if (lowered_.as<Pointwise>(v) == nullptr && lowered_.as<View>(v) == nullptr) return false;
    return std::ranges::all_of(lowered_.node_of(v).in, [&](Var in) { return pullable(in); });
  }

  bool fits(Var made, Var root) {
    if (graph_.type(root).count() == 0) return false;
    Ints loops = kept_loops(maker_of(made, root));
    Pull pull(lowered_, out_.memory, loops, static_cast<int>(loops.size()));
    pull.own(root);
    pull.made(made, pull.index.constant(0));
    pull.value(root, pull.identity());
    return !pull.failed();
  }

  void place(const Node& node, int number) {
    if (!has_form(node)) {
      place_other(node, number);
      return;
    }
    Var v = node.out[0];
    if (!in_memory(v) || !out_.alias[static_cast<size_t>(v.id)].none()) return;
    Var made = made_by_[static_cast<size_t>(v.id)];
    if (!made.none()) return place_made(made, v);
    if (!join(v)) add({.kind = Unit::Kind::pointwise, .roots = {v}});
  }

  void place_made(Var made, Var root) { add(maker_of(made, root)); }

  Unit maker_of(Var made, Var root) {
    bool fold = lowered_.as<Reduce>(made) != nullptr;
    return {.kind = fold ? Unit::Kind::fold : Unit::Kind::contract,
            .node = lowered_.producer[static_cast<size_t>(made.id)],
            .made = made,
            .roots = {root},
            .since = since_[static_cast<size_t>(made.id)]};
  }

  // Those that number what the unit makes: a product's rows are one loop, whatever axes they are.
  Ints kept_loops(const Unit& unit) {
    UnitLoops loops = loops_of(lowered_, unit);
    loops.extents.resize(static_cast<size_t>(loops.kept));
    return loops.extents;
  }

  void place_other(const Node& node, int number) {
    bool made = node.out.size() == 1 &&
                (lowered_.as<Reduce>(node.out[0]) || lowered_.as<Contraction>(node.out[0]));
    if (made) since_[static_cast<size_t>(node.out[0].id)] = std::ssize(out_.units);
    if (made && !in_memory(node.out[0])) return;  // its reader takes it up
    if (made) return place_made(node.out[0], node.out[0]);
    auto kind = node.op == &check_op ? Unit::Kind::check : Unit::Kind::node;
    add({.kind = kind, .node = number, .roots = {node.out.begin(), node.out.end()}});
  }

  void add(Unit unit) {
    for (Var v : unit.roots) unit_of_[static_cast<size_t>(v.id)] = std::ssize(out_.units);
    out_.units.push_back(std::move(unit));
  }

  // The last unit that can take v up as one more result: the same shape, and all that v reads
  // stands in memory when it starts or is at hand inside it.
  bool join(Var v) {
    int64_t looked = 0;
    for (int64_t at = std::ssize(out_.units); at-- > 0 && looked < 6;) {
      Unit& unit = out_.units[static_cast<size_t>(at)];
      if (unit.kind != Unit::Kind::pointwise && unit.kind != Unit::Kind::contract) continue;
      ++looked;
      if (graph_.type(unit.roots[0]).shape() != graph_.type(v).shape()) continue;
      if (unit.roots.size() >= max_roots || !reads_before(v, unit, at)) continue;
      if (unit.kind == Unit::Kind::contract && !reads_from(v, unit)) continue;
      if (is_again(lowered_, v) && !is_again(lowered_, unit.roots[0])) continue;
      unit.roots.push_back(v);
      unit_of_[static_cast<size_t>(v.id)] = at;
      return true;
    }
    return false;
  }

  // Whether v is made of what the unit makes, at hand there.
  bool reads_from(Var v, const Unit& unit) {
    return std::ranges::any_of(lowered_.node_of(v).in, [&](Var in) {
      if (in == unit.made || std::ranges::find(unit.roots, in) != unit.roots.end()) return true;
      return !in_memory(in) && reads_from(in, unit);
    });
  }

  bool reads_before(Var v, const Unit& unit, int64_t at) {
    if (graph_.type(v).count() == 0) return false;
    Ints loops = kept_loops(unit);
    Pull pull(lowered_, out_.memory, loops, static_cast<int>(loops.size()));
    for (Var root : unit.roots) pull.own(root);
    pull.own(v);
    if (!unit.made.none()) pull.made(unit.made, pull.index.constant(0));
    pull.value(v, pull.identity());
    if (pull.failed() || pull.stage.code.size() > 2 * max_inlined) return false;
    return std::ranges::all_of(pull.slots, [&](int slot) {
      return unit_of_[static_cast<size_t>(out_.owner(Var{slot}).id)] < at;
    });
  }

  void split_loops(Unit& unit) {
    if (unit.kind != Unit::Kind::pointwise || graph_.type(unit.roots[0]).count() == 0) return;
    auto flat = [](const Parts& parts) {
      Ints out;
      for (const Ints& part : parts) out.insert(out.end(), part.begin(), part.end());
      return out;
    };
    auto pulled = [&](const Parts& parts) {
      Ints loops = flat(parts);
      Pull pull(lowered_, out_.memory, loops, static_cast<int>(loops.size()));
      pull_roots(pull, unit);
      return std::move(pull.stage);
    };
    unit.loops = flat(split(graph_.type(unit.roots[0]).ints(), 0, pulled));
  }

  // A root that only its own unit reads is handed on there and not stored.
  void find_passing() {
    constexpr int64_t nobody = -1, others = -2;
    std::vector<int64_t> reader(graph_.types.size(), nobody);  // the one unit that reads a value
    for (Var v : graph_.results) reader[static_cast<size_t>(v.id)] = others;
    for (const Node& node : std::views::reverse(graph_.nodes)) {
      int64_t unit = others;
      if (has_form(node)) {
        auto out = static_cast<size_t>(node.out[0].id);
        unit = !in_memory(node.out[0])                        ? reader[out]
               : out_.alias[out].none() && unit_of_[out] >= 0 ? unit_of_[out]
                                                              : others;
      }
      if (unit == nobody) continue;  // nobody reads what it makes
      for (Var v : node.in) {
        int64_t& known = reader[static_cast<size_t>(v.id)];
        known = known == nobody || known == unit ? unit : others;
      }
    }
    out_.passing.assign(graph_.types.size(), false);
    for (size_t id = 0; id < reader.size(); ++id) {
      out_.passing[id] = unit_of_[id] >= 0 && reader[id] == unit_of_[id];
    }
  }

  const LoweredGraph& lowered_;
  const Graph& graph_;
  FusedUnits out_;
  std::vector<int> weight_, depth_, uses_, reader_;
  std::vector<bool> result_, reads_;  // is one; reads memory where it is computed
  std::vector<Var> made_by_;          // per root: the fold or contraction in it
  std::vector<int64_t> unit_of_;      // per value: who writes it; -1: nobody, or a parameter
  std::vector<int64_t> since_;        // per fold or contraction: units before its node
};

}  // namespace

bool is_again(const LoweredGraph& lowered, Var v) {
  return lowered.producer[static_cast<size_t>(v.id)] >= 0 &&
         lowered.node_of(v).placement != Placement::anywhere;
}

std::optional<Access> strided(const LoweredGraph& lowered, const InMemory& memory, Var v,
                              Var* base) {
  Var under = v;
  while (memory.slot[static_cast<size_t>(under.id)] < 0) {
    auto* view = lowered.as<View>(under);
    if (view == nullptr || view->guarded) return std::nullopt;
    under = lowered.node_of(under).in[0];
  }
  const Type& type = lowered.graph.type(v);
  if (base != nullptr) *base = under;
  if (type.count() == 0) return std::nullopt;
  Ints loops = type.ints();
  Pull pull(lowered, memory, loops, static_cast<int>(loops.size()));
  const NestStep& step = pull.stage.code[static_cast<size_t>(pull.value(v, pull.identity()))];
  if (step.name != Scalar::load || step.access.computed >= 0) return std::nullopt;
  return step.access;
}

bool is_shown_whole(const Graph& graph, const Node& check, size_t operand) {
  const Type& type = graph.type(check.in[operand]);
  bool is_word =
      is_integer(type.dtype()) || is_float(type.dtype()) || type.dtype() == Dtype::boolean;
  return !is_word || type.rank() > graph.type(check.in[0]).rank() || operand >= 2 + max_check_words;
}

FusedUnits fuse(const LoweredGraph& lowered) { return Fuser(lowered).run(); }

}  // namespace rille
