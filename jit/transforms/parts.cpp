// Helpers of the transforms: zeros, batch axes, lists.
#include "jit/transforms/parts.h"

#include <algorithm>

#include "jit/ops/scan.h"
#include "vm/error.h"

namespace rille {

bool carries_all(const Type&) { return true; }
bool carries_batch(const Type& type) { return type.form() != TypeForm::token; }

Flags flow(const Graph& graph, const Flags& params, TypePredicate carries) {
  VarMap<bool> reached(graph);
  RILLE_CHECK(params.size() == graph.params.size(), params.size(), " flags\n", print(graph));
  for (size_t i = 0; i < params.size(); ++i) {
    reached[graph.params[i]] = params[i] && carries(graph.type(graph.params[i]));
  }
  for (const Node& node : graph.nodes) {
    bool any = std::ranges::any_of(node.in, [&](Var v) { return reached[v]; });
    if (!any) continue;
    Flags in, out(node.out.size(), true);
    if (node.op->flow != nullptr) {
      for (Var v : node.in) in.push_back(reached[v]);
      out = node.op->flow(node, in, carries);
    }
    for (size_t i = 0; i < node.out.size(); ++i) {
      reached[node.out[i]] = out[i] && carries(graph.type(node.out[i]));
    }
  }
  Flags results;
  for (Var v : graph.results) results.push_back(reached[v]);
  return results;
}

void decides_by_tangent(std::string_view what, const Origin& origin, std::string_view fault) {
  Error error(Code::trace, str(fault, ": ", what, " depends on a linear input"), origin.span());
  error.help("a linear function may branch on the primal values, not on its tangents");
  throw error;
}

Var zeros(Builder& b, const Type& type) {
  if (type.form() == TypeForm::tape) return op::empty_tape(b, type);
  if (type.dtype() != Dtype::key) return op::fill(b, type, int64_t{0});
  Shape words = type.shape();  // a key consists of two u32 words
  words.emplace_back(2);
  return op::key_wrap(b, op::fill(b, {Dtype::u32, words}, int64_t{0}));
}

Var built(Builder& b, Var v, const Type& type) { return v.none() ? zeros(b, type) : v; }

Type batched(const Type& type, Extent size) {
  if (type.form() == TypeForm::tape) return Type::tape(batched(type.element(), size));
  Shape shape = type.shape();
  shape.insert(shape.begin(), size);
  return {type.dtype(), shape};
}

namespace {

bool is_empty_tape(const Builder& b, Var x) {
  const auto& nodes = b.graph().nodes;
  auto makes = [&](const Node& node) { return std::ranges::count(node.out, x) > 0; };
  auto maker = std::find_if(nodes.rbegin(), nodes.rend(), makes);
  return maker != nodes.rend() && maker->op == &empty_tape_op;
}

}  // namespace

// A tape is repeated one element at a time.
Var repeat(Builder& b, Var x, Extent size) {
  Type type = batched(b.type(x), size);
  if (type.form() == TypeForm::array) return op::broadcast(b, x, type.shape(), {0});
  if (is_empty_tape(b, x)) return zeros(b, type);
  Region row = make_region(b.graph(), {b.type(x).element()}, [&](Builder& inner, const Vars& in) {
    return Vars{repeat(inner, in[0], size)};
  });
  return each_row(b, {x}, row);
}

Region make_region(const Graph& like, const Types& params, const Body& body) {
  Builder b(like.origin);
  Vars in;
  for (const Type& type : params) in.push_back(b.param(type));
  Vars results = body(b, in);
  return std::make_shared<const Graph>(std::move(b).finish(std::move(results)));
}

std::vector<size_t> where(const Flags& flags, bool value) {
  std::vector<size_t> out;
  for (size_t i = 0; i < flags.size(); ++i) {
    if (flags[i] == value) out.push_back(i);
  }
  return out;
}

Vars pick(const Vars& vars, size_t first, const Flags& flags, bool value) {
  Vars out;
  for (size_t i : where(flags, value)) out.push_back(vars[first + i]);
  return out;
}

Vars slice(const Vars& vars, size_t first, size_t count) {
  return {vars.begin() + first, vars.begin() + first + count};
}

void append(Vars& vars, const Vars& more) { vars.append(more); }

}  // namespace rille
