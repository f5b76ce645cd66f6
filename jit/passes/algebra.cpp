// algebra: exact rewrites to cheaper forms.
#include <algorithm>
#include <bit>
#include <unordered_map>

#include "jit/passes/counting.h"
#include "jit/passes/one_place.h"
#include "jit/passes/rewrite.h"

namespace rille {
namespace {

using Rule = Rewriter::Rule;

// Whether all elements of v are this number. A float zero must have the same sign.
bool is_number(const Rewriter& r, Var v, double number) {
  const AttrValue* value = r.filled(v);
  if (value == nullptr) return false;
  if (auto* whole = std::get_if<int64_t>(value)) return static_cast<double>(*whole) == number;
  auto* real = std::get_if<double>(value);
  return real != nullptr && std::bit_cast<int64_t>(*real) == std::bit_cast<int64_t>(number);
}

bool is_whole_type(const Rewriter& r, Var v) { return is_integer(r.type(v).dtype()); }

// x + 0 is x for integers. For floats only x + -0 is x, because -0 + 0 is 0.
Vars add_rule(Rewriter& r, const Node& node) {
  double zero = is_whole_type(r, node.in[0]) ? 0.0 : -0.0;
  if (is_number(r, node.in[1], zero)) return {node.in[0]};
  if (is_number(r, node.in[0], zero)) return {node.in[1]};
  return {};
}

Vars sub_rule(Rewriter& r, const Node& node) {
  return is_number(r, node.in[1], 0) ? Vars{node.in[0]} : Vars{};
}

// 0 x is 0 for integers only, because a float may be nan.
Vars mul_rule(Rewriter& r, const Node& node) {
  for (size_t i : {size_t{0}, size_t{1}}) {
    Var factor = node.in[i], x = node.in[1 - i];
    if (is_number(r, factor, 1)) return {x};
    if (is_whole_type(r, x) && is_number(r, factor, 0)) return {factor};
  }
  return {};
}

Vars div_rule(Rewriter& r, const Node& node) {
  return is_number(r, node.in[1], 1) ? Vars{node.in[0]} : Vars{};
}

// Involutions: -(-x), not not x.
Vars undone_rule(Rewriter& r, const Node& node) {
  const Node* before = r.made_by(node.in[0], *node.op);
  return before != nullptr ? Vars{before->in[0]} : Vars{};
}

// max(x, x), x and x.
Vars same_rule(Rewriter&, const Node& node) {
  return node.in[0] == node.in[1] ? Vars{node.in[0]} : Vars{};
}

// x and true, x or false.
Vars logic_rule(Rewriter& r, const Node& node, bool neutral) {
  for (size_t i : {size_t{0}, size_t{1}}) {
    const AttrValue* value = r.filled(node.in[i]);
    if (value == nullptr || !std::holds_alternative<bool>(*value)) continue;
    return {node.in[std::get<bool>(*value) == neutral ? 1 - i : i]};
  }
  return same_rule(r, node);
}
Vars and_rule(Rewriter& r, const Node& node) { return logic_rule(r, node, true); }
Vars or_rule(Rewriter& r, const Node& node) { return logic_rule(r, node, false); }

// A value that counts from 0 to n - 1 is >= 0 and < n: checks of such indices always hold.
Vars bound_rule(Rewriter& r, const Node& node, int64_t beside) {
  std::optional<int64_t> axis = counts_along(r, node.in[0]);
  const AttrValue* value = axis ? r.filled(node.in[1]) : nullptr;
  auto* bound = value == nullptr ? nullptr : std::get_if<int64_t>(value);
  Type type = r.type(node.in[0]);
  if (bound == nullptr || *bound < -1 || !type.shape()[static_cast<size_t>(*axis)].known())
    return {};
  int64_t last = type.shape()[static_cast<size_t>(*axis)].number() - 1, most = *bound - beside;
  bool turned = node.op == &ge_op || node.op == &gt_op;  // x >= b is the negation of x <= b - 1
  if (most >= last) return {op::fill(r.b(), type.with(Dtype::boolean), !turned)};
  if (most < 0) return {op::fill(r.b(), type.with(Dtype::boolean), turned)};
  return {};
}
Vars below_rule(Rewriter& r, const Node& node) { return bound_rule(r, node, 1); }
Vars up_to_rule(Rewriter& r, const Node& node) { return bound_rule(r, node, 0); }

Vars first_rule(Rewriter&, const Node& node) { return {node.in[0]}; }

Vars power_rule(Rewriter& r, const Node& node) {
  int64_t exponent = node.attrs.integer("exponent");
  if (exponent == 1) return {node.in[0]};
  if (exponent == 2) return {op::mul(r.b(), node.in[0], node.in[0])};
  return {};
}

Vars select_rule(Rewriter& r, const Node& node) {
  if (node.in[1] == node.in[2]) return {node.in[1]};
  if (const AttrValue* truth = r.filled(node.in[0])) {
    return {node.in[std::get<bool>(*truth) ? 1 : 2]};
  }
  if (const Node* turned = r.made_by(node.in[0], bit_not_op)) {
    Var condition = turned->in[0];
    return {op::select(r.b(), condition, node.in[2], node.in[1])};
  }
  return {};
}

// A data movement of a fill is a fill of the new shape.
Vars moved_fill(Rewriter& r, const Node& node, const Type& type) {
  const AttrValue* value = r.filled(node.in[0]);
  if (value == nullptr) return {};
  return {op::fill(r.b(), type, AttrValue(*value))};
}

Types types_now(Rewriter& r, const Node& node) {
  Types in;
  for (Var v : node.in) in.push_back(r.type(v));
  return node.op->type({in, node.attrs, node.regions, node.origin});
}

// A data movement that is an identity, or whose operand is a fill.
Vars still_or_fill(Rewriter& r, const Node& node, bool still) {
  if (still) return {node.in[0]};
  return moved_fill(r, node, types_now(r, node)[0]);
}

bool counts_up(const Ints& axes) {
  for (size_t i = 0; i < axes.size(); ++i) {
    if (axes[i] != static_cast<int64_t>(i)) return false;
  }
  return true;
}

Vars permute_rule(Rewriter& r, const Node& node) {
  const Ints& axes = node.attrs.ints("axes");
  if (const Node* before = r.made_by(node.in[0], permute_op)) {
    const Ints& first = before->attrs.ints("axes");
    Ints both;
    for (int64_t axis : axes) both.push_back(first[static_cast<size_t>(axis)]);
    Var x = before->in[0];
    return {counts_up(both) ? x : op::permute(r.b(), x, both)};
  }
  return still_or_fill(r, node, counts_up(axes));
}

Vars reshape_rule(Rewriter& r, const Node& node) {
  const Shape& shape = node.attrs.shape("shape");
  if (const Node* before = r.made_by(node.in[0], reshape_op)) {
    Var x = before->in[0];
    return {r.type(x).shape() == shape ? x : op::reshape(r.b(), x, shape)};
  }
  return still_or_fill(r, node, r.type(node.in[0]).shape() == shape);
}

Vars broadcast_rule(Rewriter& r, const Node& node) {
  return still_or_fill(r, node, node.attrs.ints("axes").empty());
}

Vars reverse_rule(Rewriter& r, const Node& node) {
  const Node* before = r.made_by(node.in[0], reverse_op);
  if (before != nullptr && before->attrs == node.attrs) return {before->in[0]};
  return still_or_fill(r, node, node.attrs.ints("axes").empty());
}

Vars slice_rule(Rewriter& r, const Node& node) {
  return still_or_fill(r, node, r.type(node.in[0]).shape() == node.attrs.shape("size"));
}

Vars pad_rule(Rewriter&, const Node& node) {
  for (std::string_view name : {"low", "high", "interior"}) {
    for (int64_t count : node.attrs.ints(name)) {
      if (count != 0) return {};
    }
  }
  return {node.in[0]};
}

Vars concatenate_rule(Rewriter&, const Node& node) {
  return node.in.size() == 1 ? Vars{node.in[0]} : Vars{};
}

Vars reduce_rule(Rewriter&, const Node& node) {
  return node.attrs.ints("axes").empty() ? Vars{node.in[0]} : Vars{};
}

// Whether every value of `from` can be represented in `to`.
bool holds(Dtype to, Dtype from) {
  if (from == Dtype::boolean) return true;
  if (is_integer(from) && is_integer(to)) {
    bool sign = kind(from) == DtypeKind::natural && kind(to) == DtypeKind::integer;
    bool same = kind(from) == kind(to);
    return same ? bits(from) <= bits(to) : sign && bits(from) < bits(to);
  }
  if (to == Dtype::f64) return is_float(from) || (is_integer(from) && bits(from) <= 32);
  if (to == Dtype::f32) return is_float(from) ? from != Dtype::f64 : bits(from) <= 16;
  return false;
}

// A conversion through a dtype that can represent all values of the first one. Integer to
// float to integer is excluded: there floats saturate and integers wrap.
Vars convert_rule(Rewriter& r, const Node& node) {
  Dtype to = node.attrs.dtype("dtype"), by = r.type(node.in[0]).dtype();
  if (to == by) return {node.in[0]};
  const Node* before = r.made_by(node.in[0], convert_op);
  if (before == nullptr) return {};
  Var x = before->in[0];
  Dtype from = r.type(x).dtype();
  bool real = is_float(from) || is_integer(from) || from == Dtype::boolean;
  if (!real || !holds(by, from) || (is_integer(from) && is_float(by) && is_integer(to))) return {};
  return {from == to ? x : op::convert(r.b(), x, to)};
}

const std::unordered_map<const Op*, Rule>& rules() {
  static const auto& table = *new std::unordered_map<const Op*, Rule>{
      {&add_op, add_rule},
      {&sub_op, sub_rule},
      {&mul_op, mul_rule},
      {&div_op, div_rule},
      {&neg_op, undone_rule},
      {&bit_not_op, undone_rule},
      {&max_op, same_rule},
      {&min_op, same_rule},
      {&bit_and_op, and_rule},
      {&bit_or_op, or_rule},
      {&lt_op, below_rule},
      {&ge_op, below_rule},
      {&le_op, up_to_rule},
      {&gt_op, up_to_rule},
      {&select_op, select_rule},
      {&stop_gradient_op, first_rule},
      {&checkpoint_name_op, first_rule},
      {&permute_op, permute_rule},
      {&reshape_op, reshape_rule},
      {&slice_op, slice_rule},
      {&broadcast_op, broadcast_rule},
      {&pad_op, pad_rule},
      {&reverse_op, reverse_rule},
      {&sum_op, reduce_rule},
      {&concatenate_op, concatenate_rule},
      {&prod_op, reduce_rule},
      {&reduce_max_op, reduce_rule},
      {&reduce_min_op, reduce_rule},
      {&reduce_and_op, reduce_rule},
      {&reduce_or_op, reduce_rule},
      {&convert_op, convert_rule},
      {&scatter_op, one_place_rule},
      {&integer_pow_op, power_rule},
  };
  return table;
}

Vars rewrite(Rewriter& r, const Node& node) {
  auto found = rules().find(node.op);
  return found == rules().end() ? Vars{} : found->second(r, node);
}

}  // namespace

Graph algebra(const Graph& graph) { return Rewriter(graph, algebra, rewrite).run(); }

}  // namespace rille
