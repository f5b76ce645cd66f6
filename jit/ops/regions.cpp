// What the ops with regions share.
#include "jit/ops/regions.h"

#include <algorithm>

#include "vm/error.h"

namespace rille {

void check_params(const OpCall& call, const Region& region, const Types& given) {
  Types needed = region->types_of(region->params);
  if (needed == given) return;
  throw Error(Code::trace, str("a region takes (", join(needed), "), got (", join(given), ")"),
              call.origin.span());
}

void check_results(const OpCall& call, const Types& got, const Types& wanted,
                   std::string_view what) {
  if (got == wanted) return;
  throw Error(Code::trace, str(what, " returns (", join(got), "), expected (", join(wanted), ")"),
              call.origin.span());
}

Types result_types(const Region& region) { return region->types_of(region->results); }

Types slice(const Types& types, size_t first, size_t count) {
  return {types.begin() + first, types.begin() + first + count};
}

Var both(Builder& b, Var p, Var q) { return op::select(b, p, q, p); }

Var opposite(Builder& b, Var p) {
  Type type = b.type(p);
  return op::select(b, p, op::fill(b, type, false), op::fill(b, type, true));
}

Var spread(Builder& b, Var p, const Shape& shape) {
  Ints axes;
  for (int axis = b.type(p).rank(); axis < std::ssize(shape); ++axis) axes.push_back(axis);
  return axes.empty() ? p : op::broadcast(b, p, shape, axes);
}

Var choose(Builder& b, Var p, Var yes, Var no) {
  Type type = b.type(yes);
  if (type.form() == TypeForm::token || yes == no) return yes;
  RILLE_CHECK(type.form() == TypeForm::array, "a choice between two values of type ", type);
  return op::select(b, spread(b, p, type.shape()), yes, no);
}

Var guard(Builder& b, Var p, Var x) {
  if (!has_tangent(b.type(x)) || b.type(x).form() != TypeForm::array) return x;
  return choose(b, p, x, op::stop_gradient(b, x));
}

Flags moving(const Vars& tangents) {
  Flags out;
  for (Var v : tangents) out.push_back(!v.none());
  return out;
}

namespace {

// A region while tangents are added to it.
struct TangentRegion {
  Builder b;
  Duals y = {};

  TangentRegion(const Graph& region, const Flags& active) : b(region.origin.through("jvp")) {
    Vars x, dx;
    for (Var v : region.params) x.push_back(b.param(region.type(v)));
    for (size_t i = 0; i < x.size(); ++i) {
      dx.push_back(active[i] ? b.param(b.type(x[i])) : Var{});
    }
    y = jvp_into(b, region, x, dx);
  }

  Region finish(const Flags& live) {
    Vars results = y.primal;
    for (size_t i : where(live)) {
      results.push_back(built(b, y.tangent[i], b.type(y.primal[i])));
    }
    return std::make_shared<const Graph>(std::move(b).finish(results));
  }
};

}  // namespace

Regions jvp_regions(const Regions& regions, const Flags& active, Flags& live) {
  std::vector<TangentRegion> open;
  for (const Region& region : regions) {
    open.emplace_back(*region, active);
    for (size_t i = 0; i < live.size(); ++i) {
      if (!open.back().y.tangent[i].none()) live[i] = true;
    }
  }
  Regions out;
  for (TangentRegion& region : open) out.push_back(region.finish(live));
  return out;
}

Vars dual_results(const Vars& both, const Flags& live) {
  Vars out = slice(both, 0, live.size());
  size_t next = live.size();
  for (bool lives : live) out.push_back(lives ? both[next++] : Var{});
  return out;
}

namespace {

// The transposed region, with zeros for the results that other regions have and this one lacks.
Region filled(const PartialTranspose& back, const Flags& given, const Types& linear) {
  const Graph& graph = back.graph;
  return make_region(graph, graph.types_of(graph.params), [&](Builder& b, const Vars& in) {
    Vars cts = inline_graph(b, graph, in), out;
    b.at(graph.origin);
    for (size_t i = 0, next = 0; i < given.size(); ++i) {
      Var ct = back.given[i] ? cts[next++] : Var{};
      if (given[i]) out.push_back(built(b, ct, linear[i]));
    }
    return out;
  });
}

}  // namespace

Regions transpose_regions(const Regions& regions, const Flags& known, const Flags& wanted,
                          Flags& given) {
  std::vector<PartialTranspose> back;
  for (const Region& region : regions) {
    back.push_back(transpose_some(*region, known, wanted));
    given.resize(back.back().given.size());
    for (size_t i = 0; i < given.size(); ++i) given[i] = given[i] || back.back().given[i];
  }
  const Graph& first = *regions[0];
  Types linear = first.types_of(pick(first.params, 0, known, false));
  Regions out;
  for (const PartialTranspose& one : back) out.push_back(filled(one, given, linear));
  return out;
}

Flags batched_flags(std::span<const int> axes) {
  Flags out;
  for (int axis : axes) out.push_back(axis >= 0);
  return out;
}

std::vector<int> axes_of(const Flags& batched) {
  std::vector<int> out;
  for (bool one : batched) out.push_back(one ? 0 : -1);
  return out;
}

Region vmap_region(const Region& region, Extent size, const Flags& in, const Flags& out) {
  BatchAxes axes{.in = axes_of(in), .out = axes_of(out)};
  return std::make_shared<const Graph>(vmap(*region, size, axes));
}

}  // namespace rille
