// Checkpointed loops: a tree of loops replaces a long loop.
#include "jit/checkpointed.h"

#include <algorithm>

#include "jit/ops/scan.h"
#include "jit/transforms/each_node.h"

namespace rille {
namespace {

constexpr int64_t branch = 32;  // number of states saved per level of the tree
constexpr int while_levels = 2;

bool is_plain(const Graph& graph, const Vars& vars) {
  return std::ranges::all_of(vars, [&](Var v) { return graph.type(v).form() == TypeForm::array; });
}

// The divisor of n nearest to `branch`, or `branch` if none is near.
int64_t branch_of(int64_t n) {
  for (int64_t off = 0; off <= branch / 2; ++off) {
    for (int64_t size : {branch + off, branch - off}) {
      if (n % size == 0) return size;
    }
  }
  return branch;
}

Region remade(const Region& region, const Types& params) {
  return make_region(*region, params,
                     [&](Builder& b, const Vars& in) { return op::remat(b, in, region); });
}

struct ScanTree {
  Builder& b;
  const Node& node;
  Loop loop{node};

  struct ScanResults {
    Vars carry, ys;
  };

  // Runs `turn` n times over the slices of xs, as a tree of scans.
  ScanResults turns(const Region& turn, int64_t n, const Vars& consts, const Vars& carry,
                    const Vars& xs) {
    if (n <= branch + branch / 2) return scan(b, turn, n, consts, carry, xs);
    int64_t size = branch_of(n), count = n / size, whole = count * size;
    ScanResults out{carry, {}}, rest;
    auto take_rest = [&] {
      if (whole == n) return;
      rest = scan(b, turn, n - whole, consts, out.carry, rows(xs, whole, n - whole));
      out.carry = rest.carry;
    };
    if (loop.shape.reverse) take_rest();
    Vars many = rows(xs, 0, whole);
    for (Var& x : many) {
      x = op::reshape(b, x, batched(batched(row_type(b.type(x)), size), count).shape());
    }
    ScanResults most = turns(of(turn, size), count, consts, out.carry, many);
    out.carry = most.carry;
    if (!loop.shape.reverse) take_rest();
    for (size_t i = 0; i < most.ys.size(); ++i) {
      Type row = row_type(row_type(b.type(most.ys[i])));
      Var y = op::reshape(b, most.ys[i], batched(row, whole).shape());
      if (whole < n) y = op::concatenate(b, {y, rest.ys[i]}, 0);
      out.ys.push_back(y);
    }
    return out;
  }

 private:
  Vars rows(const Vars& xs, int64_t from, int64_t count) {
    Vars out;
    for (Var x : xs) {
      Shape shape = b.type(x).shape();
      Ints start(shape.size(), 0), step(shape.size(), 1);
      start[0] = from;
      shape[0] = count;
      out.push_back(op::slice(b, x, start, shape, step));
    }
    return out;
  }

  ScanResults scan(Builder& into, const Region& turn, int64_t n, const Vars& consts,
                   const Vars& carry, const Vars& xs) const {
    Vars in = consts;
    append(in, carry);
    append(in, xs);
    Attrs attrs = node.attrs.with("length", Shape{n});
    Vars y = into.emit(*node.op, in, attrs, {turn});
    return {slice(y, 0, carry.size()), slice(y, carry.size(), y.size() - carry.size())};
  }

  // A region that runs `size` iterations and saves only its operands for the backward pass.
  Region of(const Region& turn, int64_t size) const {
    const LoopShape& shape = loop.shape;
    Types params = turn->types_of(turn->params);
    for (size_t i = shape.consts + shape.carry; i < params.size(); ++i) {
      params[i] = batched(params[i], size);
    }
    Region all = make_region(*turn, params, [&](Builder& inner, const Vars& in) {
      ScanResults made =
          scan(inner, turn, size, slice(in, 0, shape.consts), slice(in, shape.consts, shape.carry),
               slice(in, shape.consts + shape.carry, shape.xs));
      append(made.carry, made.ys);
      return made.carry;
    });
    return remade(all, params);
  }
};

// A region that iterates while the condition is true, at most `branch` times.
Region while_branch(const Node& node, const Region& condition, const Region& turn) {
  auto consts = static_cast<size_t>(node.attrs.integer("consts"));
  Types params = turn->types_of(turn->params), counted = params;
  Type number(Dtype::i64, Shape{});
  counted.push_back(number);
  Region goes = make_region(*condition, counted, [&](Builder& b, const Vars& in) {
    Var open = inline_graph(b, *condition, slice(in, 0, params.size()))[0];
    b.at(condition->origin);
    return Vars{both(b, open, op::lt(b, in.back(), op::fill(b, number, branch)))};
  });
  Region body = make_region(*turn, counted, [&](Builder& b, const Vars& in) {
    Vars out = inline_graph(b, *turn, slice(in, 0, params.size()));
    b.at(turn->origin);
    out.push_back(op::add(b, in.back(), op::fill(b, number, int64_t{1})));
    return out;
  });
  Region all = make_region(*turn, params, [&](Builder& b, const Vars& in) {
    Vars args = in;
    args.push_back(op::fill(b, number, int64_t{0}));
    Vars out = b.emit(*node.op, args, node.attrs, {goes, body});
    return slice(out, 0, in.size() - consts);
  });
  return remade(all, params);
}

bool nests(const Graph& graph, const Node& node) {
  if (!is_loop(node) || node.effects == Effect::ordered || has_turns(node)) return false;
  if (!is_plain(graph, node.in) || !is_plain(graph, node.out)) return false;
  LoopShape shape = loop_shape(node);
  return node.op->control == RegionControl::while_loop || (!shape.dynamic && shape.length.known());
}

Vars emit_nested(Builder& b, const Node& node, const Vars& in) {
  LoopShape shape = loop_shape(node);
  Vars consts = slice(in, 0, shape.consts), carry = slice(in, shape.consts, shape.carry);
  Region body = std::make_shared<const Graph>(checkpointed(*node.regions.back()));
  if (node.op->control == RegionControl::scan) {
    Vars xs = slice(in, shape.consts + shape.carry, shape.xs);
    auto [out, ys] = ScanTree{b, node}.turns(body, shape.length.number(), consts, carry, xs);
    append(out, ys);
    return out;
  }
  for (int i = 0; i < while_levels; ++i) body = while_branch(node, node.regions[0], body);
  return b.copy(node, in, node.attrs, {node.regions[0], body});
}

// Checkpoints the regions of calls, branches, and loops. Those of custom rules are kept, because
// reverse mode does not record their iterations.
Regions nested_regions(const Node& node) {
  if (node.op->control != RegionControl::call && node.op->control != RegionControl::branch &&
      !is_loop(node)) {
    return node.regions;
  }
  Regions out;
  for (const Region& region : node.regions) {
    out.push_back(std::make_shared<const Graph>(checkpointed(*region)));
  }
  return out;
}

thread_local bool loop_checkpointing =
    false;  // NOLINT(*-global-variables): set by LoopCheckpointing

}  // namespace

Graph checkpointed(const Graph& graph) {
  return each_node(graph, [&](Builder& b, const Node& node, const Vars& in) {
    return nests(graph, node) ? emit_nested(b, node, in)
                              : b.copy(node, in, node.attrs, nested_regions(node));
  });
}

LoopCheckpointing::LoopCheckpointing() : before_(loop_checkpointing) { loop_checkpointing = true; }
LoopCheckpointing::~LoopCheckpointing() { loop_checkpointing = before_; }
bool LoopCheckpointing::is_enabled() { return loop_checkpointing; }

}  // namespace rille
