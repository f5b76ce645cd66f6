// The stage of a product, and the code of its operands.
#include "jit/plan/contraction.h"

#include <algorithm>

#include "jit/bounds.h"
#include "jit/op.h"
#include "jit/plan/split.h"

namespace rille {
namespace {

int64_t product(const Ints& extents) {
  int64_t out = 1;
  for (int64_t extent : extents) out = checked_product(out, extent);
  return out;
}

Ints pick(const Ints& extents, const Ints& axes) {
  Ints out;
  for (int64_t axis : axes) out.push_back(extents[static_cast<size_t>(axis)]);
  return out;
}

Ints others(size_t rank, const Ints& a, const Ints& b) {
  Ints out;
  for (int64_t axis = 0; axis < static_cast<int64_t>(rank); ++axis) {
    bool taken = std::ranges::count(a, axis) + std::ranges::count(b, axis) > 0;
    if (!taken) out.push_back(axis);
  }
  return out;
}

bool is_one(const Type& type, const Ints& batch, const Ints& contracted) {
  Ints extents = type.ints();
  for (int64_t axis : others(extents.size(), batch, contracted)) {
    if (extents[static_cast<size_t>(axis)] != 1) return false;
  }
  return true;
}

// A matrix times a vector is computed as the vector times the matrix: one row, whose columns are
// lanes.
bool is_turned(const LoweredGraph& lowered, const Node& node, const Contraction& contract) {
  auto type = [&](size_t side) { return lowered.graph.type(node.in[side]); };
  return is_one(type(1), contract.right_batch, contract.right_contracted) &&
         !is_one(type(0), contract.left_batch, contract.left_contracted);
}

Side side_of(const LoweredGraph& lowered, const Node& node, const Contraction& contract,
             bool is_right) {
  const Ints& batch = is_right ? contract.right_batch : contract.left_batch;
  const Ints& deep = is_right ? contract.right_contracted : contract.left_contracted;
  Var value = node.in[is_right ? 1 : 0];
  auto rank = static_cast<size_t>(lowered.graph.type(value).rank());
  return {value, batch, others(rank, batch, deep), deep};
}

}  // namespace

Extents extents_of(const LoweredGraph& lowered, const Node& node, const Contraction& contract) {
  Side left = left_of(lowered, node, contract), right = right_of(lowered, node, contract);
  Ints extents = lowered.graph.type(left.value).ints();
  Extents out;
  out.batch = pick(extents, left.batch);
  out.rows_of = pick(extents, left.across);
  out.columns_of = pick(lowered.graph.type(right.value).ints(), right.across);
  out.deep_of = pick(extents, left.deep);
  out.rows = product(out.rows_of);
  out.columns = product(out.columns_of);
  out.deep = product(out.deep_of);
  return out;
}

bool is_fold(const Extents& extents, Dtype dtype) {
  bool is_dot = extents.rows == 1 && extents.columns == 1;
  bool has_tiles = is_float(dtype) || (is_integer(dtype) && bits(dtype) >= 32);
  return is_dot || extents.deep <= 1 || !has_tiles;
}

bool stays_near(int64_t columns, int64_t deep, Dtype dtype) {
  auto width = static_cast<int64_t>(bytes(sum_dtype_of(dtype)));
  return columns <= bound::near_operand / width / deep;
}

Dtype sum_dtype_of(Dtype dtype) {
  if (dtype == Dtype::f64 || !is_float(dtype)) return dtype;
  return Dtype::f32;
}

Side left_of(const LoweredGraph& lowered, const Node& node, const Contraction& contract) {
  return side_of(lowered, node, contract, is_turned(lowered, node, contract));
}

Side right_of(const LoweredGraph& lowered, const Node& node, const Contraction& contract) {
  return side_of(lowered, node, contract, !is_turned(lowered, node, contract));
}

namespace {

// The operand with the loops batch…, across, k, some of them split.
class OperandBuilder {
 public:
  OperandBuilder(const LoweredGraph& lowered, StageBuilder& product, const Side& side, Dtype sum,
                 bool is_right, bool sums_outer_products)
      : lowered_(lowered),
        product_(product),
        side_(side),
        sum_(sum),
        is_right_(is_right),
        sums_outer_products_(sums_outer_products) {
    extents_ = lowered.graph.type(side.value).ints();
    for (const Ints* axes : {&side.batch, &side.across, &side.deep}) {
      axes_.insert(axes_.end(), axes->begin(), axes->end());
      if (axes == &side.across && axes->empty()) axes_.push_back(none);
    }
  }

  // Its buffers become those of the product. Rows that stages pass on have one axis, which stays.
  Stage run() {
    size_t whole = side_.batch.size() + (product_.has_rows() ? across() : 0);
    if (sums_outer_products_) whole = axes_.size();
    auto pulled = [&](const Parts& parts) {
      StageBuilder builder = over(parts);
      return std::move(builder.stage);
    };
    Ints extents;
    for (int64_t axis : axes_) {
      extents.push_back(axis == none ? 1 : extents_[static_cast<size_t>(axis)]);
    }
    Parts parts = split(extents, whole, pulled);
    StageBuilder builder = over(parts);
    product_.take_from(builder);
    auto batch = side_.batch.size();
    auto across = static_cast<size_t>(builder.stage.kept) - batch;
    builder.stage.kept =
        static_cast<int>(batch + simplify(builder.stage, batch, batch + across, 1));
    simplify(builder.stage, static_cast<size_t>(builder.stage.kept), builder.stage.loops.size(), 1);
    return std::move(builder.stage);
  }

 private:
  static constexpr int64_t none = -1;  // the single row of a vector

  size_t across() const { return std::max<size_t>(side_.across.size(), 1); }

  StageBuilder over(const Parts& parts) {
    Ints loops;
    for (const Ints& part : parts) loops.insert(loops.end(), part.begin(), part.end());
    StageBuilder builder(product_, loops, is_right_ && !sums_outer_products_);
    if (sums_outer_products_) builder.number_rows_by(static_cast<int>(loops.size()) - 1);
    Place place{extents_, std::vector<Index>(extents_.size()), -1};
    int loop = 0, kept = 0;
    for (size_t i = 0; i < parts.size(); ++i) {
      Index at = builder.index.number(0);
      for (int64_t extent : parts[i]) {
        at = builder.index.add(builder.index.scale(at, extent), builder.index.loop(loop++));
      }
      if (axes_[i] != none) place.at[static_cast<size_t>(axes_[i])] = at;
      if (i + 1 == side_.batch.size() + across()) kept = loop;
    }
    int made = builder.value(side_.value, place);
    if (lowered_.graph.type(side_.value).dtype() != sum_) {
      made = builder.index.call(Scalar::convert, sum_, {made});
    }
    builder.stage.folded = made;
    builder.stage.kept = kept;
    return builder;
  }

  const LoweredGraph& lowered_;
  StageBuilder& product_;
  const Side& side_;
  Dtype sum_;
  bool is_right_, sums_outer_products_;
  Ints extents_, axes_;
};

}  // namespace

void pull_product(const LoweredGraph& lowered, StageBuilder& builder, const FusedOp& op,
                  const Contraction& contract) {
  const Node& node = lowered.node_of(op.core);
  Dtype dtype = lowered.graph.type(op.core).dtype(), sum = sum_dtype_of(dtype);
  builder.stage.form = StageForm::contract;
  builder.stage.sum_dtype = sum;
  builder.stage.operands.resize(2);
  auto is_bf16 = [&](Var v) { return lowered.graph.type(v).dtype() == Dtype::bf16; };
  bool is_fast = contract.precision == Precision::fast && sum == Dtype::f32;
  if (is_fast && std::ranges::all_of(node.in, is_bf16)) builder.stage.precision = Precision::fast;
  for (bool is_right : {false, true}) {
    Side side = is_right ? right_of(lowered, node, contract) : left_of(lowered, node, contract);
    builder.stage.operands[is_right ? 1 : 0] =
        OperandBuilder(lowered, builder, side, sum, is_right, op.sums_outer_products).run();
  }
  builder.stage.sums_outer_products = op.sums_outer_products;
  if (op.sums_outer_products)
    builder.leave_rows();  // the code after the sum has the loops batch, m, n
  int made = builder.index.push({.name = Scalar::product, .dtype = sum});
  if (sum != dtype) made = builder.index.call(Scalar::convert, dtype, {made});
  builder.made(op.core, made);
}

}  // namespace rille
