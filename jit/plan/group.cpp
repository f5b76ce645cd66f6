// A unit joins those that make the rows it reads.
#include "jit/plan/group.h"

#include <algorithm>
#include <iterator>
#include <set>

#include "jit/bounds.h"
#include "jit/plan/contraction.h"
#include "jit/schedule.h"

namespace rille {
namespace {

constexpr size_t max_units = 24;
constexpr size_t max_group_code = 400;  // steps of a group: compile time is finite
constexpr std::string_view made_again = "it is made again, near its readers";
constexpr int64_t alone = -1;  // a group that nothing joins

class Grouper {
 public:
  Grouper(const LoweredGraph& lowered, const FusedUnits& fused, std::vector<PlanChoice>* choices)
      : lowered_(lowered),
        fused_(fused),
        choices_(choices),
        graph_(lowered.graph),
        group_of_(graph_.types.size(), alone),
        aliases_(graph_.types.size()),
        readers_(graph_.types.size()),
        is_result_(graph_.types.size(), false) {
    for (size_t id = 0; id < fused.alias.size(); ++id) {
      Var owner = fused.alias[id];
      if (!owner.none()) aliases_[at(owner)].push_back(Var{static_cast<int>(id)});
    }
    for (size_t i = 0; i < fused.units.size(); ++i) {
      for (Var v : fused_.units[i].reads) readers_[at(v)].push_back(i);
    }
    for (Var v : graph_.results) is_result_[at(fused.owner(v))] = true;
  }

  std::vector<Group> run() {
    unit_group_.resize(fused_.units.size());
    for (size_t i = 0; i < fused_.units.size(); ++i) {
      if (!join(i)) begin(i);
    }
    std::vector<Group> out;
    for (const Open& open : groups_) {
      if (!open.units.empty()) out.push_back(closed(open));
    }
    return out;
  }

 private:
  struct Open {
    std::vector<size_t> units;
    std::set<size_t> gathering = {};    // of the units: products whose p the rows are
    std::set<int> whole = {};           // values that such a one reads in memory
    std::vector<UnitLoops> loops = {};  // of the units
    int shared = 0;
    size_t code = 0;
    bool takes_more = false;
    bool folds = false;
    int product_rows = none;  // the loops of its products' rows, which they must share
  };
  static constexpr int none = -1;

  static size_t at(Var v) { return static_cast<size_t>(v.id); }
  static Var made_first(const Unit& unit) { return unit.made.none() ? unit.roots[0] : unit.made; }
  bool folds(const Unit& unit) const {
    return unit.kind == Unit::Kind::fold || (unit.kind == Unit::Kind::contract && is_again(unit));
  }

  // What stands in the way, for those who ask why.
  bool no(std::string_view why) {
    why_ = why;
    return false;
  }

  static int64_t few(const std::vector<PlanChoice>& choices) {
    return std::min<int64_t>(std::ssize(choices), 8);
  }

  void tell(size_t unit, size_t other, bool joins, int64_t turns) {
    const auto &own = fused_.units[unit].roots, &others = fused_.units[other].roots;
    if (choices_ == nullptr || own.empty() || others.empty()) return;
    // Its readers may have asked for it again.
    auto is_told = [&](const PlanChoice& it) { return it.unit == own[0] && it.other == others[0]; };
    if (std::any_of(choices_->rbegin(), choices_->rbegin() + few(*choices_), is_told)) return;
    choices_->push_back({own[0], others[0], joins, turns, joins ? std::string_view() : why_});
  }

  bool can_share(const Unit& unit) {
    if (unit.kind == Unit::Kind::contract) return is_small_product(unit);
    if (unit.kind != Unit::Kind::pointwise && unit.kind != Unit::Kind::fold) {
      return no("one of them is the device's own code, a loop or a branch");
    }
    bool is_fold = unit.kind == Unit::Kind::fold;
    if (is_fold && lowered_.as<Reduce>(unit.made)->scan) return no("one of them is a scan");
    bool is_empty = graph_.type(unit.roots[0]).count() == 0;
    if (is_fold) is_empty |= graph_.type(lowered_.node_of(unit.made).in[0]).count() == 0;
    return !is_empty || no("one of them has no elements");
  }

  // Its rows are one axis, and its right operand can stay near while they go by.
  bool is_small_product(const Unit& unit) {
    const Node& node = lowered_.node_of(unit.made);
    Extents extents = extents_of(lowered_, node, *lowered_.as<Contraction>(unit.made));
    Dtype dtype = graph_.type(unit.made).dtype();
    if (graph_.type(unit.made).count() == 0 || is_fold(extents, dtype)) {
      return no("one of them is a product that runs as a fold");
    }
    if (extents.rows_of.size() != 1) return no("one of them is a product whose rows are no axis");
    return stays_near(extents.columns, extents.deep, dtype) ||
           no("one of them is a product whose right operand is too large to stay near");
  }

  // What is made again stands with those that read it, and not where it was made before.
  bool is_again(const Unit& unit) const { return rille::is_again(lowered_, made_first(unit)); }

  // Of a piece that is made again for the sake of memory: it never runs with what was there before.
  bool is_behind(const Unit& unit) const {
    return lowered_.node_of(made_first(unit)).placement == Placement::deferred;
  }

  void note(size_t unit, size_t group) {
    unit_group_[unit] = group;
    for (Var v : fused_.units[unit].roots) group_of_[at(v)] = static_cast<int64_t>(group);
  }

  void begin(size_t i) {
    const Unit& unit = fused_.units[i];
    Open open{.units = {i}, .takes_more = can_share(unit), .folds = folds(unit)};
    if (open.takes_more) {
      open.loops.push_back(loops_of(lowered_, unit));
      open.shared = max_shared(unit, open.loops[0]);
      if (unit.kind == Unit::Kind::contract) open.product_rows = open.shared;
    }
    note(i, groups_.size());
    groups_.push_back(std::move(open));
  }

  // Joins the last group that makes something it reads: all else that it reads is there by then.
  // Others that it reads from are made one with that, the latest first, as long as they can be.
  bool join(size_t i) {
    std::set<int64_t> makers;
    for (Var v : fused_.units[i].reads) makers.insert(group_of_[at(v)]);
    makers.erase(alone);
    if (makers.empty()) return false;
    auto last = static_cast<size_t>(*makers.rbegin());
    if (!can_share(fused_.units[i])) return apart(i, last, why_);
    bool is_early = !is_again(fused_.units[groups_[last].units[0]]);
    if (is_again(fused_.units[i]) && is_early) return apart(i, last, made_again);
    for (auto maker = std::next(makers.rbegin()); maker != makers.rend(); ++maker) {
      // What stays between is read by this unit, which may then not run any earlier.
      size_t first = groups_[last].units[0];
      if (!absorb(static_cast<size_t>(*maker), last)) {
        apart(first, static_cast<size_t>(*maker), why_);
        break;
      }
      last = static_cast<size_t>(*maker);
      tell(first, groups_[last].units[0], true, turns_of(groups_[last]));
    }
    size_t other = groups_[last].units.back();
    if (!append(groups_[last], i)) return apart(i, last, why_);
    note(i, last);
    tell(i, other, true, turns_of(groups_[last]));
    return true;
  }

  bool apart(size_t unit, size_t group, std::string_view why) {
    why_ = why;
    tell(unit, groups_[group].units.back(), false, 0);
    return false;
  }

  static int64_t turns_of(const Open& open) {
    return product(open.loops[0].extents, static_cast<size_t>(open.shared));
  }

  // The units of a later group run with those of an earlier one, if all that they read is there.
  bool absorb(size_t early, size_t late) {
    const Open& from = groups_[late];
    const Unit& begun = fused_.units[from.units[0]];
    if (is_again(begun) && (begun.kind != Unit::Kind::contract || is_behind(begun))) {
      return no(made_again);
    }
    for (size_t unit : from.units) {
      for (Var v : fused_.units[unit].reads) {
        auto maker = static_cast<size_t>(group_of_[at(v)]);
        if (group_of_[at(v)] != alone && maker > early && maker != late) {
          return no("it also reads what a kernel between them makes");
        }
      }
    }
    Open both = groups_[early];
    for (size_t unit : from.units) {
      if (!append(both, unit)) return false;
    }
    for (size_t unit : from.units) note(unit, early);
    groups_[early] = std::move(both);
    groups_[late].units.clear();
    return true;
  }

  // The unit as the last one of the group, unless it needs other rows than its own.
  bool append(Open& open, size_t i) {
    const Unit& unit = fused_.units[i];
    if (!can_share(unit)) return false;
    if (!open.takes_more) return can_share(fused_.units[open.units[0]]);  // which it cannot
    if (open.units.size() >= max_units) return no("that has as many parts as a kernel may have");
    return append_rows(open, i) || append_gathering(open, i);
  }

  bool append_rows(Open& open, size_t i) {
    const Unit& unit = fused_.units[i];
    UnitLoops loops = loops_of(lowered_, unit);
    int most = std::min(open.shared, max_shared(unit, loops));
    int shared = common(open, loops, folds(unit), most), product_rows = open.product_rows;
    if (unit.kind == Unit::Kind::contract) {
      if (product_rows != none && product_rows != loops.rows) {
        return no("their products have other rows");
      }
      product_rows = loops.rows;
    }
    if (product_rows != none && shared != product_rows) {
      return no("they do not share the rows of a product");
    }
    if (!pays(open, loops, shared))
      return no("they share no outer loops, or too few turns of them");
    Rows rows = rows_of(open, shared);
    Pull pull(lowered_, fused_.memory, loops.extents, loops.kept, &rows);
    pull_unit(lowered_, pull, unit, loops);
    bool is_long = open.code + pull.stage.code.size() > max_group_code;
    if (pull.failed()) return no("it reads rows of other turns");
    if (is_long) return no("their code is too long for one kernel");
    if (!stores_rows(unit, loops, shared)) return no("a turn makes no whole part of it");
    open.units.push_back(i);
    open.loops.push_back(std::move(loops));
    open.shared = shared;
    open.product_rows = product_rows;
    open.folds |= folds(unit);
    open.code += pull.stage.code.size();
    return true;
  }

  // A product over the rows of the group: each turn adds a term to all of it, in the order that
  // it has anyway. A task is one item of the batch, then. What it makes is read by other
  // groups.
  bool append_gathering(Open& open, size_t i) {
    Unit unit = fused_.units[i];
    if (unit.kind != Unit::Kind::contract || open.product_rows == none) return false;
    const Node& node = lowered_.node_of(unit.made);
    Extents extents = extents_of(lowered_, node, *lowered_.as<Contraction>(unit.made));
    UnitLoops loops = loops_of(lowered_, unit);
    Ints rows = extents.batch;
    rows.insert(rows.end(), extents.deep_of.begin(), extents.deep_of.end());
    const Ints& first = open.loops[0].extents;
    bool fits = open.shared == open.product_rows && std::ssize(rows) == open.shared &&
                extents.deep_of.size() == 1 && std::equal(rows.begin(), rows.end(), first.begin());
    if (!fits || product(extents.batch, extents.batch.size()) < min_items) return false;
    unit.gathers = true;
    Rows handed = rows_of(open, open.shared);
    Pull pull(lowered_, fused_.memory, loops.extents, loops.kept, &handed);
    pull_unit(lowered_, pull, unit, loops);
    if (pull.failed() || open.code + pull.stage.code.size() > max_group_code) return false;
    const Stage& left = pull.stage.operands[0];
    const NestStep& plain = left.code[static_cast<size_t>(left.folded)];
    if (plain.name != Scalar::load || plain.access.computed >= 0 || plain.access.guard >= 0)
      return false;
    each_read(pull.stage.operands[1], [&](const Access& access) {
      open.whole.insert(fused_.owner(Var{pull.slots[static_cast<size_t>(access.buffer)]}).id);
    });
    open.units.push_back(i);
    open.gathering.insert(i);
    open.loops.push_back(std::move(loops));
    open.code += pull.stage.code.size();
    return true;
  }

  // Columns of a fold stay side by side.
  int max_shared(const Unit& unit, const UnitLoops& loops) const {
    if (unit.kind != Unit::Kind::fold) return loops.rows;
    Pull pull(lowered_, fused_.memory, loops.extents, loops.kept);
    pull_unit(lowered_, pull, unit, loops);
    return has_columns(pull.stage) ? loops.rows - 1 : loops.rows;
  }

  // How many loops, from the outermost on, all units then have; the widest keeps some elements of
  // its own, to run side by side in vectors.
  int common(const Open& open, const UnitLoops& loops, bool folds, int most) const {
    int shared = 0;
    const Ints& first = open.loops[0].extents;
    while (shared < most &&
           first[static_cast<size_t>(shared)] == loops.extents[static_cast<size_t>(shared)]) {
      ++shared;
    }
    auto own = [&](const UnitLoops& it) {
      int64_t turns = product(it.extents, static_cast<size_t>(shared));
      return product(it.extents, it.extents.size()) / std::max<int64_t>(turns, 1);
    };
    int64_t least = folds || open.folds ? bound::min_row : bound::min_without_fold;
    auto is_narrow = [&](const UnitLoops& it) { return own(it) < least; };
    while (shared > 0 && is_narrow(loops) && std::ranges::all_of(open.loops, is_narrow)) --shared;
    return shared;
  }

  static int64_t product(const Ints& extents, size_t count) {
    int64_t out = 1;
    for (size_t i = 0; i < count; ++i) out *= extents[i];
    return out;
  }

  bool pays(const Open& open, const UnitLoops& loops, int shared) const {
    if (product(loops.extents, static_cast<size_t>(shared)) >= bound::worth_sharing) return true;
    auto is_small = [](const UnitLoops& it) {
      return product(it.extents, it.extents.size()) <= bound::small_unit;
    };
    return shared > 0 && is_small(loops) && std::ranges::all_of(open.loops, is_small);
  }

  // Each root is as large as the unit's results, of which each turn makes its part.
  bool stores_rows(const Unit& unit, const UnitLoops& loops, int shared) const {
    int64_t turns = product(loops.extents, static_cast<size_t>(shared));
    return std::ranges::all_of(unit.roots,
                               [&](Var v) { return graph_.type(v).count() % turns == 0; });
  }

  Rows rows_of(const Open& open, int shared) const {
    Rows rows{.shared = shared};
    for (size_t unit : open.units) {
      int where = open.gathering.contains(unit) ? Rows::later : Rows::in_memory;
      for (Var v : fused_.units[unit].roots) hand_on(rows, v, where);
    }
    return rows;
  }

  void hand_on(Rows& rows, Var v, int local) const {
    rows.local[v.id] = local;
    for (Var alias : aliases_[at(v)]) rows.local[alias.id] = local;
  }

  bool is_read_elsewhere(Var v, size_t group) const {
    return is_result_[at(v)] || std::ranges::any_of(readers_[at(v)], [&](size_t unit) {
             return unit_group_[unit] != group;
           });
  }

  Group closed(const Open& open) const {
    Group out;
    for (size_t unit : open.units) {
      out.units.push_back(fused_.units[unit]);
      out.units.back().gathers = open.gathering.contains(unit);
    }
    if (open.units.size() == 1) return out;
    out.rows = rows_of(open, open.shared);
    int64_t turns = product(open.loops[0].extents, static_cast<size_t>(open.shared));
    int64_t left = open.product_rows == none ? bound::near_locals : bound::row_locals;
    size_t group = unit_group_[open.units[0]];
    for (const Unit& unit : out.units) {
      for (Var v : unit.roots) {
        const Type& type = graph_.type(v);
        int64_t row = type.count() / turns, size = row * static_cast<int64_t>(bytes(type.dtype()));
        bool stays = fused_.passing[at(v)] || unit.gathers || open.whole.contains(v.id);
        if (stays || is_read_elsewhere(v, group) || size > left) continue;
        left -= size;
        hand_on(out.rows, v, static_cast<int>(out.locals.size()));
        out.locals.push_back({type.dtype(), row});
      }
    }
    return out;
  }

  const LoweredGraph& lowered_;
  const FusedUnits& fused_;
  std::vector<PlanChoice>* choices_;
  std::string_view why_;  // the last thing that stood in the way
  const Graph& graph_;
  std::vector<int64_t> group_of_;             // per value: whose unit makes it
  std::vector<Vars> aliases_;                 // per value: those that share its memory
  std::vector<std::vector<size_t>> readers_;  // per value: units
  std::vector<bool> is_result_;
  std::vector<size_t> unit_group_;  // per unit
  std::vector<Open> groups_;
};

}  // namespace

std::vector<Group> grouped(const LoweredGraph& lowered, const FusedUnits& fused,
                           std::vector<PlanChoice>* choices) {
  return Grouper(lowered, fused, choices).run();
}

}  // namespace rille
