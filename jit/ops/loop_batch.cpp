// Loops under vmap: they run until every element is done.
#include <algorithm>

#include "jit/ops/scan.h"
#include "jit/transforms/joined.h"
#include "vm/error.h"

namespace rille {
namespace {

struct LoopBatch {
  Builder& b;
  const Node& node;
  const Batch& batch;
  Loop loop{node};
  Flags in = {}, out = {};  // which inputs and results are batched
  bool own_ends = false;    // mapped elements end after different numbers of iterations

  void divide() {
    const LoopShape& shape = loop.shape;
    Loop::FlagFlow settled = loop.settled(batched_flags(batch.axes), carries_batch);
    in = std::move(settled.in);
    bool is_while = node.regions.size() == 2;
    bool turns = !is_while && has_turns(node) && in[shape.consts + shape.carry];
    own_ends = turns || (is_while && flow(*node.regions[0], in, carries_batch)[0]);
    if (own_ends) {
      for (size_t i = 0; i < shape.carry; ++i) {
        in[shape.consts + i] = carries_batch(b.type(node.in[shape.consts + i]));
      }
      out.assign(node.out.size(), true);
      for (size_t i = 0; i < shape.carry; ++i) out[i] = in[shape.consts + i];
      return;
    }
    out = std::move(settled.out);
  }

  // The inputs with their batch axis where the loop expects it: after the axis of the scanned rows.
  Vars inputs() {
    Vars args = node.in;
    for (size_t i = 0; i < args.size(); ++i) {
      if (!in[i]) continue;
      if (batch.axes[i] < 0) {
        args[i] = repeat(b, args[i], batch.size);
      } else if (loop.is_xs(i)) {
        args[i] = swapped(args[i]);
      }
    }
    return args;
  }

  Var swapped(Var x) {
    Type type = b.type(x);
    if (type.form() == TypeForm::tape) return x;
    Ints axes;
    for (int64_t axis = 0; axis < type.rank(); ++axis) axes.push_back(axis);
    std::swap(axes[0], axes[1]);
    return op::permute(b, x, axes);
  }

  Types body_params() const {
    Types params = loop.body->types_of(loop.body->params);
    for (size_t i = 0; i < params.size(); ++i) {
      if (in[i]) params[i] = batched(params[i], batch.size);
    }
    return params;
  }

  Region many(const Region& region, const Flags& results) const {
    return vmap_region(region, batch.size, in, results);
  }

  // For a mapped element that is done, the carry is kept; its body has no effect and propagates no
  // derivative.
  Region masked_body(const Region& condition) const {
    Flags flags = in;
    bool mask = needs_mask(loop.body);
    if (mask) flags.insert(flags.begin(), true);
    Region inner = vmap_region(mask ? masked(loop.body) : loop.body, batch.size, flags, out);
    return make_region(*loop.body, body_params(), [&](Builder& b, const Vars& at) {
      b.at(inner->origin);
      Var goes = condition ? inline_graph(b, *condition, slice(at, 0, condition->params.size()))[0]
                           : any_inside(b, at[loop.shape.consts + loop.shape.carry]);
      Vars args;
      if (mask) args.push_back(goes);
      for (size_t i = 0; i < at.size(); ++i) {
        args.push_back(in[i] ? guard(b, goes, at[i]) : at[i]);
      }
      Vars y = inline_graph(b, *inner, args);
      b.at(inner->origin);
      for (size_t i = 0; i < loop.shape.carry; ++i) {
        if (out[i]) y[i] = choose(b, goes, y[i], at[loop.shape.consts + i]);
      }
      if (condition && has_turns(node)) {
        Var& turn = y[loop.shape.carry];
        turn = both(b, spread(b, goes, b.type(turn).shape()), turn);
      }
      return y;
    });
  }

  // Mapped elements of an inner batch have masks of their own.
  static Var any_inside(Builder& b, Var turn) {
    Ints inner;
    for (int64_t axis = 1; axis < b.type(turn).rank(); ++axis) inner.push_back(axis);
    return inner.empty() ? turn : op::reduce_or(b, turn, inner);
  }

  Regions regions() const {
    if (node.regions.size() == 1) {
      return {own_ends ? masked_body(nullptr) : many(loop.body, out)};
    }
    const Region& condition = node.regions[0];
    if (!own_ends) return {many(condition, {false}), many(loop.body, out)};
    Region rows = many(condition, {true});
    Types params = rows->types_of(rows->params);
    Region any = make_region(*rows, params, [&](Builder& b, const Vars& at) {
      Var goes = inline_graph(b, *rows, at)[0];
      b.at(rows->origin);
      return Vars{op::reduce_or(b, goes, {0})};
    });
    return {any, masked_body(rows)};
  }

  std::vector<BatchedVar> run() {
    divide();
    if (node.effects == Effect::ordered) return row_by_row(b, node, batch);
    if (own_ends && must_agree(node)) return agreed_batch(b, node, batch);
    Vars args = inputs();
    Vars y = b.emit(*node.op, args, node.attrs, regions());
    std::vector<BatchedVar> results;
    for (size_t i = 0; i < y.size(); ++i) {
      bool is_stack = i >= loop.shape.carry && b.type(y[i]).form() == TypeForm::array;
      results.push_back({y[i], !out[i] ? -1 : is_stack ? 1 : 0});
    }
    return results;
  }
};

}  // namespace

std::vector<BatchedVar> loop_batch(Builder& b, const Node& node, const Batch& batch) {
  return LoopBatch{b, node, batch}.run();
}

}  // namespace rille
