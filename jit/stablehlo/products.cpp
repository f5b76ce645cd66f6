// StableHLO products and solvers.
#include <algorithm>

#include "jit/op.h"
#include "jit/ops/matrix.h"
#include "jit/stablehlo/scope.h"

namespace rille {
namespace {

Dtype result_dtype(const HloOp& op) {
  if (op.types.empty()) refuse(op, str(op.name, ": missing result type"));
  return op.types[0].dtype();
}

// Bools: whether any pair of elements is true.
Var product_of_truths(Builder& b, const Vars& in, Contraction axes) {
  Var x = op::convert(b, in[0], Dtype::i32), y = op::convert(b, in[1], Dtype::i32);
  Var count = op::dot_general(b, x, y, std::move(axes), Dtype::i32);
  return op::ne(b, count, op::fill(b, b.type(count), int64_t{0}));
}

// Converts both operands to the accumulation dtype, if their dtypes differ.
Vars of_one_dtype(Builder& b, const Vars& in, Dtype to) {
  Vars out = in;
  if (b.type(in[0]).dtype() == b.type(in[1]).dtype()) return out;
  for (Var& v : out) {
    if (b.type(v).dtype() != to) v = op::convert(b, v, to);
  }
  return out;
}

// Two lists of axes: [..] x [..], or fields of dot_dimension_numbers.
std::pair<Ints, Ints> axes_of(const HloOp& op, std::string_view pretty, std::string_view generic) {
  if (const HloAttr* both = op.attrs.find({pretty})) {
    if (both->items.size() != 2)
      refuse(op, str(pretty, " has ", both->items.size(), " lists, expected 2"));
    return {ints_of(both->items[0], op), ints_of(both->items[1], op)};
  }
  const HloAttr* all = op.attrs.find({"dot_dimension_numbers"});
  if (all == nullptr) return {};
  auto list = [&](std::string_view side) {
    const HloAttr* found = all->find({str(side, "_", generic, "_dimensions")});
    return found == nullptr ? Ints{} : ints_of(*found, op);
  };
  return {list("lhs"), list("rhs")};
}

// Permutes the axes into three groups and merges each group into one axis.
Var grouped(Builder& b, Var x, const Ints& batch, const Ints& summed, bool summed_last,
            Shape& rest) {
  Type type = b.type(x);
  Ints order = batch, others;
  for (int axis = 0; axis < type.rank(); ++axis) {
    bool is_other = std::ranges::find(batch, axis) == batch.end() &&
                    std::ranges::find(summed, axis) == summed.end();
    if (is_other) others.push_back(axis);
  }
  const Ints &second = summed_last ? others : summed, &third = summed_last ? summed : others;
  order.insert(order.end(), second.begin(), second.end());
  order.insert(order.end(), third.begin(), third.end());
  auto count = [&](const Ints& axes) {
    int64_t out = 1;
    for (int64_t axis : axes) out *= type.extent(static_cast<int>(axis)).number();
    return Extent(out);
  };
  for (int64_t axis : others) rest.push_back(type.extent(static_cast<int>(axis)));
  return op::reshape(b, op::permute(b, x, order), Shape{count(batch), count(second), count(third)});
}

// A small product of complex numbers is computed term by term, with rounding after each term. Where
// terms cancel, the last bits are those of StableHLO's interpreter. Large products sum real
// products without rounding the terms.
constexpr int64_t max_term_by_term = 1 << 16;
Var term_by_term(Builder& b, Var x, Var y, const Contraction& axes) {
  Shape out, left, right;
  for (int64_t axis : axes.left_batch) out.push_back(b.type(x).extent(static_cast<int>(axis)));
  x = grouped(b, x, axes.left_batch, axes.left_contracted, true, left);
  y = grouped(b, y, axes.right_batch, axes.right_contracted, false, right);
  Type type = b.type(x);
  Extent batch = type.extent(0), rows = type.extent(1), columns = b.type(y).extent(2);
  Shape all{batch, rows, columns};
  Var sum;
  for (int64_t p = 0; p < type.extent(2).number(); ++p) {
    Var one = op::slice(b, x, {0, 0, p}, Shape{batch, rows, Extent(1)}, {1, 1, 1});
    Var two = op::slice(b, y, {0, p, 0}, Shape{batch, Extent(1), columns}, {1, 1, 1});
    one = op::broadcast(b, op::reshape(b, one, Shape{batch, rows}), all, {2});
    two = op::broadcast(b, op::reshape(b, two, Shape{batch, columns}), all, {1});
    Var term = op::mul(b, one, two);
    sum = sum.none() ? term : op::add(b, sum, term);
  }
  out.insert(out.end(), left.begin(), left.end());
  out.insert(out.end(), right.begin(), right.end());
  return op::reshape(b, sum, out);
}

// Whether a product is computed by term_by_term().
bool is_small_complex(Builder& b, Var x, Var y, const Contraction& axes) {
  Type type = b.type(x);
  if (!is_complex(type.dtype())) return false;
  int64_t deep = 1;
  for (int64_t axis : axes.left_contracted) {
    if (axis < 0 || axis >= type.rank()) return false;
    deep *= type.extent(static_cast<int>(axis)).number();
  }
  if (deep == 0 || deep > 64 || type.count() == 0) return false;
  return checked_product(type.count(), b.type(y).count()) / deep <= max_term_by_term;
}

Vars dot_general(HloScope& scope, const HloOp& op, const Vars& in) {
  needs_operands(op, in, 2);
  Contraction axes;
  std::tie(axes.left_batch, axes.right_batch) = axes_of(op, "batching_dims", "batching");
  std::tie(axes.left_contracted, axes.right_contracted) =
      axes_of(op, "contracting_dims", "contracting");
  Dtype dtype = result_dtype(op);
  if (dtype == Dtype::boolean) return {product_of_truths(scope.b, in, axes)};
  Vars both = of_one_dtype(scope.b, in, dtype);
  Var product = op::dot_general(scope.b, both[0], both[1], axes, dtype);
  if (!is_small_complex(scope.b, both[0], both[1], axes)) return {product};
  return {term_by_term(scope.b, both[0], both[1], axes)};
}

Vars dot(HloScope& scope, const HloOp& op, const Vars& in) {
  needs_operands(op, in, 2);
  Dtype dtype = result_dtype(op);
  Vars both = of_one_dtype(scope.b, in, dtype);
  Contraction axes{.left_contracted = {scope.b.type(in[0]).rank() - 1}, .right_contracted = {0}};
  return {op::dot_general(scope.b, both[0], both[1], axes, dtype)};
}

// The positions of the letters and numbers of dim_numbers: `first`, `second`, then the spatial axes
// 0, 1, ….
Ints layout_of(const HloAttr& list, std::string_view first, std::string_view second,
               const HloOp& op) {
  Ints out(list.items.size(), -1);
  for (size_t i = 0; i < list.items.size(); ++i) {
    const HloAttr& item = list.items[i];
    int64_t to = item.form == HloAttr::AttrKind::integer ? item.integer + 2
                 : item.text == first                    ? 0
                 : item.text == second                   ? 1
                                                         : -1;
    if (to < 0 || to >= std::ssize(out) || out[static_cast<size_t>(to)] >= 0) {
      refuse(op, "invalid dim_numbers");
    }
    out[static_cast<size_t>(to)] = static_cast<int64_t>(i);
  }
  if (out.size() < 2) refuse(op, "invalid dim_numbers");
  return out;
}

// The windows of a convolution, from `window` of the custom form or the attributes of the generic
// one.
struct Windows {
  WindowDims slide;
  Ints reversed;
};
Windows windows_of(const HloOp& op, size_t axes) {
  Windows out;
  const HloAttr* record = op.attrs.find({"window"});
  auto list = [&](std::string_view pretty, std::string_view generic, Ints otherwise) {
    const HloAttr* found = record != nullptr ? record->find({pretty}) : op.attrs.find({generic});
    Ints held = found == nullptr ? otherwise : ints_of(*found, op);
    if (held.size() != otherwise.size())
      refuse(op, str(pretty, " has ", held.size(), " entries, expected ", otherwise.size()));
    return held;
  };
  Ints ones(axes, 1);
  out.slide.strides = list("stride", "window_strides", ones);
  out.slide.base_dilation = list("lhs_dilate", "lhs_dilation", ones);
  out.slide.window_dilation = list("rhs_dilate", "rhs_dilation", ones);
  Ints padding = list("pad", "padding", Ints(2 * axes, 0));
  for (size_t i = 0; i < padding.size(); ++i) {
    (i % 2 == 0 ? out.slide.low : out.slide.high).push_back(padding[i]);
  }
  out.reversed = list("reverse", "window_reversal", Ints(axes, 0));
  return out;
}

// Graphs have x as [batch, spatial..., channels] and weights as [kernel..., in, out].
Vars convolution(HloScope& scope, const HloOp& op, const Vars& in) {
  needs_operands(op, in, 2);
  Builder& b = scope.b;
  const HloAttr& numbers = needed(op, {"dim_numbers", "dimension_numbers"});
  if (numbers.items.size() != 3)
    refuse(op, str("dim_numbers has ", numbers.items.size(), " lists, expected 3"));
  Ints x_at = layout_of(numbers.items[0], "b", "f", op),
       w_at = layout_of(numbers.items[1], "i", "o", op),
       y_at = layout_of(numbers.items[2], "b", "f", op);
  if (std::ssize(x_at) != b.type(in[0]).rank() || std::ssize(w_at) != b.type(in[1]).rank()) {
    refuse(op, "dim_numbers does not match the ranks of the operands");
  }
  size_t axes = x_at.size() - 2;
  auto middle = [&](const Ints& at) { return Ints(at.begin() + 2, at.end()); };
  Ints x_order = middle(x_at), w_order = middle(w_at);
  x_order.insert(x_order.begin(), x_at[0]);
  x_order.push_back(x_at[1]);
  w_order.push_back(w_at[0]);
  w_order.push_back(w_at[1]);
  Windows windows = windows_of(op, axes);
  Dtype dtype = result_dtype(op);
  Vars both = of_one_dtype(b, in, dtype);
  Var x = in_order(b, both[0], x_order), w = in_order(b, both[1], w_order);
  Ints turned;
  for (size_t i = 0; i < axes; ++i) {
    if (windows.reversed[i] != 0) turned.push_back(static_cast<int64_t>(i));
  }
  if (!turned.empty()) w = op::reverse(b, w, turned);
  ConvGroups groups;
  if (op.attrs.find({"feature_group_count"}) != nullptr) {
    groups.features = integer_of(op, {"feature_group_count"});
  }
  if (op.attrs.find({"batch_group_count"}) != nullptr) {
    groups.batch = integer_of(op, {"batch_group_count"});
  }
  Var y = op::conv(b, x, w, windows.slide, groups, dtype);
  Ints back(y_at.size());
  for (size_t to = 0; to < y_at.size(); ++to) {  // from [batch, spatial..., channels]
    int64_t from = to == 0   ? 0
                   : to == 1 ? static_cast<int64_t>(y_at.size()) - 1
                             : static_cast<int64_t>(to) - 1;
    back[static_cast<size_t>(y_at[to])] = from;
  }
  return {in_order(b, y, back)};
}

// In f32 for narrower dtypes; op::triangular_solve has the matrix on the left.
Vars triangular_solve(HloScope& scope, const HloOp& op, const Vars& in) {
  needs_operands(op, in, 2);
  Builder& b = scope.b;
  Var a = in[0], right = in[1];
  Dtype dtype = b.type(a).dtype();
  if (b.type(a).rank() < 2 || b.type(right).rank() != b.type(a).rank())
    refuse(op, str("expected matrices of equal rank, got ", b.type(a), " and ", b.type(right)));
  if (bits(dtype) < 32) {
    a = op::convert(b, a, Dtype::f32);
    right = op::convert(b, right, Dtype::f32);
  }
  bool left_side = flag_of(op, "left_side"), lower = flag_of(op, "lower");
  std::string how = word_of(op, "transpose_a", 0);
  bool transposed = how == "TRANSPOSE" || how == "ADJOINT";
  if (how == "ADJOINT") a = conjugated(b, a);
  if (flag_of(op, "unit_diagonal")) {
    a = op::select(b, on_diagonal(b, b.type(a)), op::fill(b, b.type(a), 1.0), a);
  }
  if (!left_side) right = matrix_transposed(b, right);
  Var out = op::triangular_solve(b, a, right, lower, transposed != !left_side);
  if (!left_side) out = matrix_transposed(b, out);
  return {b.type(out).dtype() == dtype ? out : op::convert(b, out, dtype)};
}

Vars cholesky(HloScope& scope, const HloOp& op, const Vars& in) {
  needs_operands(op, in, 1);
  Builder& b = scope.b;
  Type type = b.type(in[0]);
  if (type.rank() < 2) refuse(op, str("expected matrices, got ", type));
  Var a = flag_of(op, "lower") ? in[0] : adjoint(b, in[0]);
  Var out = op::cholesky(b, a);
  return {flag_of(op, "lower") ? out : adjoint(b, out)};
}

constexpr HloRule product_table[] = {
    {"cholesky", cholesky},       {"convolution", convolution},           {"dot", dot},
    {"dot_general", dot_general}, {"triangular_solve", triangular_solve},
};

}  // namespace

std::span<const HloRule> product_rules() { return product_table; }

}  // namespace rille
