// fold: constant folding.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "jit/exact.h"
#include "jit/ops/families.h"
#include "jit/passes/rewrite.h"

namespace rille {
namespace {

// Maximum number of elements in the operands and results of a node that is folded.
constexpr int64_t max_elements = 1024;

bool is_small(const Type& type) {
  return type.form() == TypeForm::array && type.known() && type.count() <= max_elements;
}

// The number in all elements of an array, as an attribute of fill.
const AttrValue* uniform(const Array& x, AttrValue& value) {
  size_t size = bytes(x.dtype());
  for (size_t i = 1; i < x.size(); ++i) {
    if (std::memcmp(x.data(), x.data() + i * size, size) != 0) return nullptr;
  }
  if (x.size() == 0 || x.dtype() == Dtype::key || is_complex(x.dtype())) return nullptr;
  Array one = x.view(Type(x.dtype(), Shape{}), 0);
  if (x.dtype() == Dtype::boolean) {
    value = one.as<bool>()[0];
  } else if (is_integer(x.dtype())) {
    value = one.integer();
  } else {
    value = one.number();
  }
  return &value;
}

// The op on scalars, for an elementwise op.
Graph scalar_twin(const Node& node, const Rewriter& r) {
  Builder b;
  Vars in;
  for (Var v : node.in) {
    in.push_back(op::fill(b, Type(r.type(v).dtype(), Shape{}), AttrValue(*r.filled(v))));
  }
  Vars out = b.emit(*node.op, in, node.attrs);
  return std::move(b).finish(out);
}

bool is_elementwise(const Op& op) {
  return op.batch && op.batch.fn == elementwise_batch && op.effects == Effect::none;
}

Vars fold_elementwise(Rewriter& r, const Node& node) {
  Graph graph = scalar_twin(node, r);
  AttrValue value;
  if (graph.results.size() != 1 || !uniform(evaluate(graph, {})[0], value)) return {};
  Types in;
  for (Var v : node.in) in.push_back(r.type(v));
  Type type = node.op->type({in, node.attrs, node.regions, node.origin})[0];
  return {op::fill(r.b(), type, value)};
}

Vars fold_small(Rewriter& r, const Node& node) {
  Builder b;
  Vars in;
  for (Var v : node.in) {
    if (!is_small(r.type(v))) return {};
    in.push_back(op::fill(b, r.type(v), AttrValue(*r.filled(v))));
  }
  Vars out = b.emit(*node.op, in, node.attrs);
  for (Var v : out) {
    if (!is_small(b.type(v))) return {};
  }
  Graph graph = std::move(b).finish(out);
  std::vector<Array> results = evaluate(graph, {});
  std::vector<AttrValue> values(results.size());
  for (size_t i = 0; i < results.size(); ++i) {
    if (!uniform(results[i], values[i])) return {};
  }
  Vars made;
  for (size_t i = 0; i < results.size(); ++i) {
    made.push_back(op::fill(r.b(), results[i].type(), values[i]));
  }
  return made;
}

// A sum of equal integers is exact in any order while f32 represents it exactly.
bool is_count(Rewriter& r, const Node& node, const Lowering& lowering) {
  auto* reduce = std::get_if<Reduce>(&lowering);
  if (reduce == nullptr || reduce->combiner != Scalar::add || !is_small(r.type(node.in[0])))
    return false;
  auto* number = std::get_if<double>(r.filled(node.in[0]));
  constexpr double most = 1 << 24;
  return number != nullptr && std::floor(*number) == *number &&
         std::fabs(*number) * max_elements <= most;
}

// Generated code has other bits than the reference, except for operations with one correct result.
bool gives_the_same(Rewriter& r, const Node& node) {
  if (!node.op->lower) return false;
  Types in;
  for (Var v : node.in) in.push_back(r.type(v));
  Lowering lowering = node.op->lower.fn({in, node.attrs, node.regions, node.origin});
  return has_one_answer(lowering, in[0].dtype()) || is_count(r, node, lowering);
}

Vars fold_rule(Rewriter& r, const Node& node) {
  bool constant = !node.in.empty() && node.regions.empty() && node.out.size() <= 4;
  for (Var v : node.in) constant = constant && r.filled(v) != nullptr;
  if (!constant || !gives_the_same(r, node)) return {};
  return is_elementwise(*node.op) ? fold_elementwise(r, node) : fold_small(r, node);
}

}  // namespace

Graph fold(const Graph& graph) { return Rewriter(graph, fold, fold_rule).run(); }

}  // namespace rille
