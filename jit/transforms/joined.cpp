// joined: control flow in which mapped elements agree.
#include "jit/transforms/joined.h"

#include <algorithm>
#include <set>
#include <string>

#include "jit/ops/cond.h"
#include "jit/ops/scan.h"
#include "jit/transforms/each_node.h"
#include "vm/error.h"

namespace rille {
namespace {

using Names = std::set<std::string>;

void add_axes(const Graph& graph, Names& names) {
  for (const Node& node : graph.nodes) {
    if (node.op->over != nullptr) names.insert(std::string(node.attrs.string("axis")));
    for (const Region& region : node.regions) add_axes(*region, names);
  }
}

bool communicates(const Node& node) {
  if (node.op->over != nullptr) return true;
  return std::ranges::any_of(node.regions, [](const Region& region) {
    return std::ranges::any_of(region->nodes, communicates);
  });
}

bool is_agreed(const Node& node) { return node.attrs.find("agreed") != nullptr; }

// Whether p is true for any mapped element of the axes.
Var in_any_row(Builder& b, Var p, const Names& axes) {
  Type count(Dtype::i32, Shape{});
  for (const std::string& axis : axes) {
    Var rows = op::psum(b, op::convert(b, p, Dtype::i32), axis);
    p = op::ne(b, rows, op::fill(b, count, int64_t{0}));
  }
  return p;
}

Vars agreed_into(Builder& b, const Node& node, const Vars& in, Var outer);

// Builds a region that takes a mask first. The operands of collectives are computed in every mapped
// element. All other values have derivatives only where the mask is true, so that masked-out
// elements contribute no NaN, and their checks and while loops obey the mask.
class MaskedRegionBuilder {
 public:
  // `sent` flags the results that a collective outside of the region reads.
  MaskedRegionBuilder(const Region& region, const Flags& sent) : region_(*region), sent_(*region) {
    for (size_t i = 0; i < sent.size(); ++i) {
      if (sent[i]) sent_[region_.results[i]] = true;
    }
    for (auto node = region_.nodes.rbegin(); node != region_.nodes.rend(); ++node) {
      if (!communicates(*node) && !sends(*node)) continue;
      for (Var v : node->in) sent_[v] = true;
    }
  }

  Flags sent_params() const {
    Flags out;
    for (Var v : region_.params) out.push_back(sent_[v]);
    return out;
  }

  // Extends `sent`, the flags of a loop body's results, to the carries that a collective reads in
  // the next iteration, until nothing changes.
  static Flags carried(const Region& body, const LoopShape& shape, Flags sent) {
    while (true) {
      Flags params = MaskedRegionBuilder(body, sent).sent_params();
      bool grew = false;
      for (size_t i = 0; i < shape.carry; ++i) {
        if (params[shape.consts + i] && !sent[i]) sent[i] = grew = true;
      }
      if (!grew) return sent;
    }
  }

  Region run() {
    Types params = region_.types_of(region_.params);
    params.insert(params.begin(), flag_type());
    return make_region(region_, params, [&](Builder& b, const Vars& in) {
      MaskedValues rows{b, in[0], VarMap<Var>(region_), VarMap<Var>(region_)};
      for (size_t i = 0; i < region_.params.size(); ++i) rows.all[region_.params[i]] = in[i + 1];
      for (const Node& node : region_.nodes) {
        b.at(node.origin);
        step(rows, node);
      }
      b.at(region_.origin);
      return rows.all(region_.results);
    });
  }

 private:
  // For each value: `all`, computed in every mapped element, and `counted`, with derivatives only
  // where the mask is true.
  struct MaskedValues {
    Builder& b;
    Var mask;
    VarMap<Var> all, counted;

    Vars guarded(const Vars& vars) {
      Vars out;
      for (Var v : vars) {
        if (counted[v].none()) counted[v] = guard(b, mask, all[v]);
        out.push_back(counted[v]);
      }
      return out;
    }
  };

  bool sends(const Node& node) const {
    return std::ranges::any_of(node.out, [&](Var v) { return sent_[v]; });
  }

  void step(MaskedValues& rows, const Node& node) const {
    Builder& b = rows.b;
    bool plain = !communicates(node) && !sends(node);
    Vars out;
    if (plain) {
      out = emit_masked(b, node, rows.guarded(node.in), rows.mask, MaskedLoopPolicy::stop);
    } else if (must_agree(node) && !sends(node)) {
      out = agreed_into(b, node, rows.all(node.in), rows.mask);
    } else if (communicates(node) && is_walked(node)) {
      out = inside(rows, node);
    } else {
      out = emit_masked(b, node, rows.all(node.in), rows.mask, MaskedLoopPolicy::run);
    }
    for (size_t i = 0; i < out.size(); ++i) {
      rows.all[node.out[i]] = out[i];
      if (plain) rows.counted[node.out[i]] = out[i];
    }
  }

  static bool is_walked(const Node& node) {
    return node.op->control == RegionControl::scan || node.op->control == RegionControl::call;
  }

  // Emits a scan or call whose region has a gate of its own.
  Vars inside(MaskedValues& rows, const Node& node) const {
    Flags sent;
    for (Var v : node.out) sent.push_back(sent_[v]);
    const Region& region = node.regions[0];
    if (node.op->control == RegionControl::scan) sent = carried(region, loop_shape(node), sent);
    return emit_with_mask(rows.b, node, rows.all(node.in), rows.mask,
                          {MaskedRegionBuilder(region, sent).run()});
  }

  const Graph& region_;
  VarMap<bool> sent_;
};

Region gated(const Region& region) {
  return MaskedRegionBuilder(region, Flags(region->results.size(), false)).run();
}

Region nothing(const Region& like) {
  return make_region(*like, like->types_of(like->params), [&](Builder& b, const Vars&) {
    Vars out;
    for (const Type& type : result_types(like)) out.push_back(zeros(b, type));
    return out;
  });
}

Names axes_of(const Node& node) {
  Names names;
  for (const Region& region : node.regions) add_axes(*region, names);
  return names;
}

// Runs each branch if any mapped element takes it. Each element selects its result.
Vars branches(Builder& b, const Node& node, const Vars& in, Var outer) {
  Node here = node;
  here.in = in;
  Vars rows = branch_masks(b, here), out;
  Names axes = axes_of(node);
  for (size_t i = 0; i < rows.size(); ++i) {
    Var counts = outer.none() ? rows[i] : both(b, rows[i], outer);
    Vars args{in_any_row(b, counts, axes), counts};
    append(args, slice(in, 1, in.size() - 1));
    Region region = gated(node.regions[i]);
    Attrs attrs = node.attrs.with("agreed", true);
    Vars y = b.emit(*node.op, args, attrs, {region, nothing(region)});
    if (i == 0) out = y;
    for (size_t k = 0; i > 0 && k < y.size(); ++k) out[k] = choose(b, rows[i], y[k], out[k]);
  }
  return out;
}

// Iterates until the condition is false for every mapped element. An element that has finished
// keeps its carry. A masked-out element iterates, too, because a collective may read its carry.
Vars turns(Builder& b, const Node& node, Vars in, Var outer) {
  Names axes = axes_of(node);
  bool is_masked = !outer.none();
  LoopShape shape = loop_shape(node);
  Flags sent(shape.carry, false);
  if (is_masked) sent = MaskedRegionBuilder::carried(node.regions[1], shape, sent);
  Region body = MaskedRegionBuilder(node.regions[1], sent).run();
  Region condition = is_masked ? masked(node.regions[0], MaskedLoopPolicy::run) : node.regions[0];
  Attrs attrs = node.attrs.with("agreed", true);
  if (is_masked) {
    in.insert(in.begin(), outer);
    attrs = attrs.with("consts", static_cast<int64_t>(++shape.consts));
  }
  auto goes_on = [&](Builder& to, const Vars& at) {
    Var goes = inline_graph(to, *condition, at)[0];
    to.at(condition->origin);
    return goes;
  };
  Types params;
  for (Var v : in) params.push_back(b.type(v));
  Region any = make_region(*node.regions[0], params, [&](Builder& to, const Vars& at) {
    return Vars{in_any_row(to, goes_on(to, at), axes)};
  });
  Region chosen = make_region(*node.regions[1], params, [&](Builder& to, const Vars& at) {
    Var goes = goes_on(to, at);
    Vars args{is_masked ? both(to, at[0], goes) : goes};
    append(args, is_masked ? slice(at, 1, at.size() - 1) : at);
    Vars y = inline_graph(to, *body, args);
    to.at(node.regions[1]->origin);
    for (size_t i = 0; i < y.size(); ++i) y[i] = choose(to, goes, y[i], at[shape.consts + i]);
    return y;
  });
  return b.emit(*node.op, in, attrs, {any, chosen});
}

// If there is a mask `outer`, only the derivatives where it is true are nonzero.
Vars agreed_into(Builder& b, const Node& node, const Vars& in, Var outer) {
  bool is_loop = node.op->control == RegionControl::while_loop;
  return is_loop ? turns(b, node, in, outer) : branches(b, node, in, outer);
}

}  // namespace

bool must_agree(const Node& node) {
  bool is_open =
      node.op->control == RegionControl::branch || node.op->control == RegionControl::while_loop;
  if (!is_open || is_agreed(node) || node.effects == Effect::ordered) return false;
  if (node.op->control == RegionControl::while_loop && has_turns(node)) return false;
  const Region& last = node.regions.back();
  bool has_tapes = std::ranges::any_of(
      last->results, [&](Var v) { return last->type(v).form() == TypeForm::tape; });
  bool is_longer = node.op->control == RegionControl::while_loop &&
                   last->results.size() + static_cast<size_t>(node.attrs.integer("consts")) >
                       last->params.size();
  return !has_tapes && !is_longer && communicates(node);
}

Graph agreed(const Graph& graph, const Node& node) {
  Builder b(node.origin);
  Vars in;
  for (Var v : node.in) in.push_back(b.param(graph.type(v)));
  Vars out = agreed_into(b, node, in, {});
  return std::move(b).finish(out);
}

Graph with_agreement(const Graph& graph) {
  return each_node(graph, [](Builder& b, const Node& node, const Vars& in) {
    return must_agree(node) ? agreed_into(b, node, in, {}) : b.copy(node, in);
  });
}

namespace {

Type without_batch(const Type& type) {
  if (type.form() == TypeForm::tape) return Type::tape(without_batch(type.element()));
  return type.with(Shape(type.shape().begin() + 1, type.shape().end()));
}

}  // namespace

std::vector<BatchedVar> agreed_batch(Builder& b, const Node& node, const Batch& batch) {
  Builder row(node.origin);
  Vars in;
  for (size_t i = 0; i < node.in.size(); ++i) {
    Type type = b.type(node.in[i]);
    in.push_back(row.param(batch.axes[i] < 0 ? type : without_batch(type)));
  }
  Vars made = agreed_into(row, node, in, {});
  Graph many =
      vmap(std::move(row).finish(made), batch.size, {.in = {batch.axes.begin(), batch.axes.end()}});
  std::vector<BatchedVar> out;
  for (Var v : inline_graph(b, many, node.in)) out.push_back({v, 0});
  return out;
}

}  // namespace rille
