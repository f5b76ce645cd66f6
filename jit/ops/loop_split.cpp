// Splitting of loops: the known part leaves residuals.
#include <algorithm>
#include <unordered_map>

#include "jit/ops/invariant.h"
#include "jit/ops/scan.h"
#include "vm/error.h"

namespace rille {
namespace {

// The known loop keeps its op and returns one more row per iteration for each residual. The linear
// loop is a scan over these rows. The rows of a while_loop are on tapes, whose length is its trip
// count.
struct LoopSplit {
  Splitter& s;
  const Node& node;
  Loop loop{node};
  Flags unknown = {};  // inputs
  Flags linear = {};   // results
  SplitGraph part = {};
  // Residuals that the known loop captures or reads by row need no stack. Residuals that depend on
  // captures only are loop-invariant and computed once, before the loop.
  struct ResidualSource {
    enum { constant, row, made, before } from;
    size_t at;  // among the known inputs; among the made ones
  };
  std::vector<ResidualSource> places = {};
  size_t made = 0;
  Vars before = {};  // the invariant residuals, first in the body, then in the known graph
  bool adds_turns = false;

  Vars inputs(bool known, size_t first, size_t count) const {
    Vars out;
    for (size_t i = first; i < first + count; ++i) {
      if (unknown[i] != known) out.push_back(node.in[i]);
    }
    return out;
  }
  Vars consts(bool known) const { return inputs(known, 0, loop.shape.consts); }
  Vars carry(bool known) const { return inputs(known, loop.shape.consts, loop.shape.carry); }
  Vars xs(bool known) const {
    return inputs(known, loop.shape.consts + loop.shape.carry, loop.shape.xs);
  }

  void divide() {
    Flags in;
    for (Var v : node.in) in.push_back(!s.is_known(v));
    Loop::FlagFlow settled = loop.settled(in, carries_all);
    unknown = std::move(settled.in);
    linear = std::move(settled.out);
    Flags known;
    for (bool one : unknown) known.push_back(!one);
    Flags stays(known.size(),
                true);  // all inputs except the carry, which changes with each iteration
    for (size_t i = 0; i < loop.shape.carry; ++i) stays[loop.shape.consts + i] = false;
    part = split(*loop.body, known, linear, stays);
    size_t captured = consts(true).size(), before_rows = captured + carry(true).size();
    Flags same = same_each_turn(part.known, captured);
    const Vars& params = part.known.params;
    std::unordered_map<int, size_t> param_at;
    for (size_t i = 0; i < params.size(); ++i) param_at.emplace(params[i].id, i);
    for (size_t i = 0; i < part.residuals; ++i) {
      auto found = param_at.find(part.residual(i).id);
      size_t at = found == param_at.end() ? params.size() : found->second;
      if (at < captured) {
        places.push_back({ResidualSource::constant, at});
      } else if (at >= before_rows && at < params.size()) {
        places.push_back({ResidualSource::row, at});
      } else if (same[static_cast<size_t>(part.residual(i).id)]) {
        places.push_back({ResidualSource::before, before.size()});
        before.push_back(part.residual(i));
      } else {
        places.push_back({ResidualSource::made, made++});
      }
    }
    adds_turns = node.op->control == RegionControl::while_loop && !has_turns(node) &&
                 std::ranges::count(linear, true) > 0;
  }

  // (known carry..., [turns], known ys..., made...)
  Region known_body() const {
    const Graph& graph = part.known;
    return make_region(graph, graph.types_of(graph.params), [&](Builder& b, const Vars& in) {
      Vars y = inline_graph(b, graph, in);
      b.at(graph.origin);
      size_t kept = carry(true).size(), results = y.size() - part.residuals;
      Vars out = slice(y, 0, kept);
      if (adds_turns) out.push_back(op::fill(b, flag_type(), true));
      append(out, slice(y, kept, results - kept));
      for (size_t i = 0; i < places.size(); ++i) {
        if (places[i].from == ResidualSource::made) out.push_back(y[results + i]);
      }
      return out;
    });
  }

  Region known_condition() const {
    const Region& condition = node.regions[0];
    Flags known;
    for (bool one : unknown) known.push_back(!one);
    if (flow(*condition, unknown, carries_all)[0]) {
      decides_by_tangent("the condition of a loop", node.origin);
    }
    return std::make_shared<const Graph>(split(*condition, known, {false}).known);
  }

  // Emits the known loop; returns its results after the carry.
  Vars emit_known() {
    Vars in = s.known(consts(true));
    size_t captured = in.size();
    before = made_before(s.known_builder(), part.known, in, before);
    append(in, s.known(carry(true)));
    size_t carried = in.size() - captured;
    append(in, s.known(xs(true)));
    Region body = known_body();
    if (body->results.empty() && node.effects == Effect::none) return {};
    Attrs attrs = node.attrs.with("consts", static_cast<int64_t>(captured));
    Regions regions{body};
    if (node.op->control == RegionControl::scan) {
      attrs = attrs.with("carry", static_cast<int64_t>(carried));
    } else {
      regions.insert(regions.begin(), known_condition());
    }
    if (adds_turns) attrs = attrs.with("turns", true);
    Vars y = s.known_builder().emit(*node.op, in, attrs, regions);
    size_t next = 0;
    for (size_t i = 0; i < node.out.size(); ++i) {
      if (adds_turns && next == carried) ++next;
      if (!linear[i]) s.put_known(node.out[i], y[next++]);
    }
    return slice(y, carried, y.size() - carried);
  }

  // The tape of iterations in the known graph; none if the trip count is static.
  Var turns(const Vars& known_ys) const {
    if (!loop.shape.dynamic) return {};
    if (node.op->control == RegionControl::while_loop) return known_ys[0];
    return has_turns(node) ? s.known(xs(true)[0]) : Var{};
  }

  // Inputs of the linear scan, in its own order. `args` gives the positions of the linear part's
  // params among these inputs.
  struct LinearScan {
    Vars consts, carry, xs;
    std::vector<std::pair<const Vars*, size_t>> args;

    size_t place(size_t arg) const {
      auto [list, at] = args[arg];
      if (list == &consts) return at;
      return consts.size() + at + (list == &xs ? carry.size() : 0);
    }
    void put(Vars& list, Var v) {
      args.push_back({&list, list.size()});
      list.push_back(v);
    }
  };

  void emit_linear(const Vars& known_ys) {
    LinearScan l;
    Var counted = turns(known_ys);
    if (!counted.none()) l.xs.push_back(s.residual(counted));
    Vars captured = consts(true), rows = xs(true);
    size_t before_rows = captured.size() + carry(true).size();
    Vars stacks = slice(known_ys, known_ys.size() - made, made);
    for (const ResidualSource& place : places) {
      if (place.from == ResidualSource::constant) l.put(l.consts, s.linear(captured[place.at]));
      if (place.from == ResidualSource::row) l.put(l.xs, s.linear(rows[place.at - before_rows]));
      if (place.from == ResidualSource::made) l.put(l.xs, s.residual(stacks[place.at]));
      if (place.from == ResidualSource::before) l.put(l.consts, s.residual(before[place.at]));
    }
    for (Var v : consts(false)) l.put(l.consts, s.linear(v));
    for (Var v : carry(false)) l.put(l.carry, s.linear(v));
    for (Var v : xs(false)) l.put(l.xs, s.linear(v));

    Builder& b = s.linear_builder();
    Vars in = l.consts;
    append(in, l.carry);
    append(in, l.xs);
    Types params;
    for (size_t i = 0; i < in.size(); ++i) {
      bool row = i >= l.consts.size() + l.carry.size();
      params.push_back(row ? row_type(b.type(in[i])) : b.type(in[i]));
    }
    Region body = make_region(part.linear, params, [&](Builder& body, const Vars& at) {
      Vars args;
      for (size_t i = 0; i < l.args.size(); ++i) args.push_back(at[l.place(i)]);
      return inline_graph(body, part.linear, args);
    });
    Attrs attrs = scan_attrs(loop.shape, l.consts.size(), l.carry.size(), !counted.none());
    Vars dy = b.emit(scan_op, in, attrs, {body});
    size_t next = 0;
    for (size_t i : where(linear)) s.put_linear(node.out[i], dy[next++]);
  }

  void run() {
    divide();
    Vars known_ys = emit_known();
    if (std::ranges::count(linear, true) > 0) emit_linear(known_ys);
  }
};

}  // namespace

void loop_split(Splitter& s, const Node& node) { LoopSplit{s, node}.run(); }

}  // namespace rille
