// The operators of arrays and trees; fields of arrays.
#include <cmath>

#include "stdlib/array/apply_op.h"
#include "stdlib/core/region.h"
#include "stdlib/core/runtime.h"
#include "vm/call.h"
#include "vm/tree.h"
#include "vm/words/nearest.h"

namespace rille {
namespace {

bool is_traced(const Value& x) { return x.is_array() && x.array().is_traced(); }

// Whether two trees are equal as far as it is known while tracing. `open` receives a traced bool
// for each leaf whose equality only a run can decide.
bool equal_known(const Value& a, const Value& b, Arrays& open) {
  if (is_joint(a) && is_joint(b) && (is_traced(a) || is_traced(b))) {
    Array x = joint_array(a), y = joint_array(b);
    bool is_bool = x.dtype() == Dtype::boolean;
    if (x.shape() != y.shape() || is_bool != (y.dtype() == Dtype::boolean)) return false;
    open.push_back(all(eq(x, y)));
    return true;
  }
  if (!a.is_branch() || !b.is_branch()) return same(a, b);
  BranchRef other = fitted(a.branch(), b);
  if (other == nullptr) return false;
  for (size_t i = 0; i < a.items().size(); ++i) {
    if (!equal_known(a.items()[i], other->items[i], open)) return false;
  }
  return true;
}

// `==` or `!=` of two trees: one bool.
Value equal_trees(Operator op, const Value& a, const Value& b) {
  Arrays open;
  bool known = equal_known(a, b, open);
  if (!known || open.empty()) return known == (op == Operator::eq);
  Array out = open[0];
  for (size_t i = 1; i < open.size(); ++i) out = logical_and(out, open[i]);
  return op == Operator::eq ? out : logical_not(out);
}

}  // namespace

Array apply_operator(Operator op, const Array& a, const Array& b) {
  switch (op) {
    case Operator::add: return add(a, b);
    case Operator::sub: return sub(a, b);
    case Operator::mul: return mul(a, b);
    case Operator::div: return div(a, b);
    case Operator::floordiv: return floor_div(a, b);
    case Operator::mod: return mod(a, b);
    case Operator::pow: return pow(a, b);
    case Operator::matmul: return matmul(a, b);
    case Operator::neg: return neg(a);
    case Operator::eq: return eq(a, b);
    case Operator::ne: return ne(a, b);
    case Operator::lt: return lt(a, b);
    case Operator::le: return le(a, b);
    case Operator::gt: return gt(a, b);
    case Operator::ge: return ge(a, b);
    case Operator::logical_and: return logical_and(a, b);
    case Operator::logical_or: return logical_or(a, b);
    case Operator::logical_not: return logical_not(a);
  }
  return {};
}

namespace {

// The primitive of an operator whose sides have the same dtype; null if it needs several
// operations.
const Op* primitive_of(Operator op) {
  switch (op) {
    case Operator::add: return &add_op;
    case Operator::sub: return &sub_op;
    case Operator::mul: return &mul_op;
    case Operator::div: return &div_op;
    case Operator::eq: return &eq_op;
    case Operator::ne: return &ne_op;
    case Operator::lt: return &lt_op;
    case Operator::le: return &le_op;
    case Operator::gt: return &gt_op;
    case Operator::ge: return &ge_op;
    default: return nullptr;
  }
}

// The number in the dtype of the array; an empty Array if the dtype may not represent it.
Array number_beside(const Array& x, HostScalar number) {
  double value = number.value;
  switch (x.dtype()) {
    case Dtype::f64: return Array::scalar(Dtype::f64, value);
    case Dtype::f32: {
      bool fits = std::isfinite(static_cast<float>(value)) || !std::isfinite(value);
      return fits ? Array::scalar(Dtype::f32, value) : Array();
    }
    case Dtype::i32:
      if (!number.is_whole || std::abs(value) >= 0x1p31) return {};
      return Array::scalar(Dtype::i32, value);
    case Dtype::i64: return number.is_whole ? Array::scalar(Dtype::i64, value) : Array();
    default: return {};
  }
}

}  // namespace

Array apply_with_number(State&, Operator op, const Array& x, HostScalar number) {
  const Op* primitive = primitive_of(op);
  bool is_quotient_of_ints = op == Operator::div && is_integer(x.dtype());
  if (primitive == nullptr || is_quotient_of_ints || x.is_weak()) return {};
  Array y = number_beside(x, number);
  if (y.is_none()) return {};
  const Array &left = number.is_left ? y : x, &right = number.is_left ? x : y;
  if (x.rank() == 0) return apply1(*primitive, {left, right});
  return apply_spread(*primitive, {left, right});
}

// + - * / // % ^ and unary - map over the leaves, and no other operator does.
Value apply_to_trees(State&, Operator op, const Value& a, const Value& b) {
  if (op == Operator::eq || op == Operator::ne) return equal_trees(op, a, b);
  if (op > Operator::neg || op == Operator::matmul) {
    const Value& tree = a.is_branch() ? a : b;
    throw Error(Code::type,
                str("`", symbol(op), "` takes numbers and arrays, got ", kind_text(tree)))
        .label(a.is_branch() ? 0 : 1);
  }
  if (op == Operator::neg) {
    return map_leaves(a, [op](const Value& x) {
      return Value::from_array(apply_operator(op, x.as_array(), {}));
    });
  }
  Values trees;
  trees.reserve(2);
  trees.push_back(a);
  trees.push_back(b);
  return map_leaves(trees, true, [op](const Values& leaves) {
    return Value::from_array(apply_operator(op, leaves[0].as_array(), leaves[1].as_array()));
  });
}

// The fields of arrays and numbers, except for the shape, which vm handles.
Value field_of_leaf(State& state, const Value& x, std::string_view name) {
  static const std::vector<std::string> fields = {"T", "dtype", "rank", "shape", "size"};
  if (x.is_leaf()) {
    Array array = x.as_array();
    if (name == "rank") return array.rank();
    if (name == "size") return static_cast<int64_t>(array.size());
    if (name == "dtype") return text(array.dtype());
    if (name == "T") return Value::from_array(transpose(array));
  }
  std::string word(name);
  bool is_method = state.builtin(name) != nullptr;
  std::string kind = kind_text(x);
  Error error(Code::name,
              str(arg(0, "a value"), " is of type ", kind, " and has no field `", word, "`"));
  if (is_method) {
    error.help(str("`", word, "` is a function: call it as `.", word, "()`"));
  } else if (!is_foreign_module(name)) {
    error.help(name_help(name, fields));
  }
  throw error;
}

}  // namespace rille
