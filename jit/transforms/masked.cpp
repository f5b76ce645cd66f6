// masked: a region whose checks and open loops obey a mask.
#include <algorithm>

#include "jit/ops/regions.h"
#include "jit/transforms/parts.h"
#include "vm/error.h"

namespace rille {
namespace {

bool obeys(const Node& node);

bool obeys(const Region& region) {
  return std::ranges::any_of(region->nodes, [](const Node& node) { return obeys(node); });
}

// Whether the node, or one in its regions, must know the mask.
bool obeys(const Node& node) {
  if (node.op->name == "check" || node.op->name == "while_loop") return true;
  return std::ranges::any_of(node.regions, [](const Region& region) { return obeys(region); });
}

// A region with one param more, which it does not read.
Region widened(const Region& region, size_t at) {
  auto out = std::make_shared<Graph>(*region);
  out->types.push_back(bools({}));
  out->params.insert(out->params.begin() + at, Var{static_cast<int>(out->types.size()) - 1});
  return out;
}

// The condition of a loop, and no turn where the first param does not hold.
Region gated(const Region& condition) {
  Types params = condition->types_of(condition->params);
  params.insert(params.begin(), bools({}));
  return make_region(*condition, params, [&](Builder& b, const Vars& in) {
    Var goes = inline_graph(b, *condition, slice(in, 1, in.size() - 1))[0];
    b.at(condition->origin);
    return Vars{both(b, in[0], goes)};
  });
}

// How many params of each region stand before what it captures.
size_t capture_place(const Node& node) { return node.op->name == "cond" ? 1 : 0; }

void emit_masked(Builder& b, const Node& node, Vars in, Var mask, Vars& out) {
  Regions regions;
  const std::string_view name = node.op->name;
  if (name == "check") {
    Type type = b.type(in[1]);
    in[1] = both(b, in[1], spread(b, mask, type.shape()));
    out = b.emit(*node.op, in, node.attrs);
    return;
  }
  Attrs attrs = node.attrs;
  if (name == "scan" || name == "while_loop") {
    attrs = attrs.with("consts", attrs.integer("consts") + 1);
  }
  for (size_t i = 0; i < node.regions.size(); ++i) {
    const Region& region = node.regions[i];
    bool plain = name.starts_with("custom_") && i > 0;  // derivatives: checks ran in region 0
    if (name == "while_loop" && i == 0) {
      regions.push_back(gated(region));
    } else if (name == "custom_vjp" && i == 2) {
      regions.push_back(region);
    } else {
      regions.push_back(plain ? widened(region, 0) : masked(region));
    }
  }
  in.insert(in.begin() + capture_place(node), mask);
  out = b.emit(*node.op, in, attrs, regions);
}

}  // namespace

Region masked(const Region& region) {
  Types params = region->types_of(region->params);
  params.insert(params.begin(), bools({}));
  return make_region(*region, params, [&](Builder& b, const Vars& in) {
    VarMap<Var> now(*region);
    for (size_t i = 0; i < region->params.size(); ++i) now[region->params[i]] = in[i + 1];
    for (const Node& node : region->nodes) {
      b.at(node.origin);
      Vars out;
      if (obeys(node)) {
        emit_masked(b, node, now(node.in), in[0], out);
      } else {
        out = b.emit(*node.op, now(node.in), node.attrs, node.regions);
      }
      for (size_t i = 0; i < out.size(); ++i) now[node.out[i]] = out[i];
    }
    b.at(region->origin);
    return now(region->results);
  });
}

}  // namespace rille
