// What a product reads in place and what it copies first.
#include "jit/plan/contraction.h"

#include <algorithm>

#include "jit/op.h"

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

}  // namespace

Extents extents_of(const Lowered& lowered, const Node& node, const Contract& contract) {
  Ints left = lowered.graph.type(node.in[0]).ints(), right = lowered.graph.type(node.in[1]).ints();
  Extents out;
  out.batch = pick(left, contract.left_batch);
  out.rows_of = pick(left, others(left.size(), contract.left_batch, contract.left_contracted));
  out.columns_of =
      pick(right, others(right.size(), contract.right_batch, contract.right_contracted));
  out.deep_of = pick(left, contract.left_contracted);
  out.rows = product(out.rows_of);
  out.columns = product(out.columns_of);
  out.deep = product(out.deep_of);
  return out;
}

bool is_fold(const Extents& extents, Dtype dtype) {
  bool thin = extents.rows == 1 || extents.columns == 1;
  bool small = extents.deep == 1;
  return thin || small || extents.deep == 0 || !is_float(dtype);
}

Dtype sum_dtype_of(Dtype dtype) {
  if (dtype == Dtype::f64 || !is_float(dtype)) return dtype;
  return Dtype::f32;
}

Side left_of(const Lowered& lowered, const Node& node, const Contract& contract) {
  auto rank = static_cast<size_t>(lowered.graph.type(node.in[0]).rank());
  return {node.in[0], contract.left_batch,
          others(rank, contract.left_batch, contract.left_contracted), contract.left_contracted};
}

Side right_of(const Lowered& lowered, const Node& node, const Contract& contract) {
  auto rank = static_cast<size_t>(lowered.graph.type(node.in[1]).rank());
  return {node.in[1], contract.right_batch,
          others(rank, contract.right_batch, contract.right_contracted), contract.right_contracted};
}

namespace {

// The operand over batch…, the axes across, the axes of p; `flat` numbers those across row-major.
class OperandPull {
 public:
  OperandPull(const Lowered& lowered, Pull& product, const Side& side, bool flat)
      : lowered_(lowered), product_(product), side_(side), flat_(flat) {
    extents_ = lowered.graph.type(side.value).ints();
  }

  // Into `out`, if it has one loop across then; buffers go to the product's.
  bool into(Stage& out, Dtype sum, bool is_right) {
    Ints across = pick(extents_, side_.across), loops = pick(extents_, side_.batch);
    auto batch = loops.size();
    size_t own = flat_ ? 1 : across.size();
    if (flat_) across = {product(across)};
    loops.insert(loops.end(), across.begin(), across.end());
    for (int64_t axis : side_.deep) loops.push_back(extents_[static_cast<size_t>(axis)]);
    Pull pull(product_, loops, is_right);
    int made = pull.value(side_.value, place(pull.index, batch));
    if (lowered_.graph.type(side_.value).dtype() != sum) {
      made = pull.index.call("convert", sum, {made});
    }
    pull.stage.folded = made;
    if (simplify(pull.stage, batch, batch + own, 1) != 1) return false;
    simplify(pull.stage, batch + 1, pull.stage.loops.size(), 1);
    product_.take_from(pull);
    out = std::move(pull.stage);
    return true;
  }

 private:
  Place place(Indexer& index, size_t batch) const {
    Place out{extents_, std::vector<Index>(extents_.size())};
    auto at = [&](int64_t axis) -> Index& { return out.at[static_cast<size_t>(axis)]; };
    int loop = 0;
    for (int64_t axis : side_.batch) at(axis) = index.loop(loop++);
    if (flat_) {
      Ints strides = strides_of(pick(extents_, side_.across));
      for (size_t i = 0; i < strides.size(); ++i) {
        int64_t axis = side_.across[i];
        Index part = index.divide(index.loop(static_cast<int>(batch)), strides[i]);
        at(axis) = i == 0 ? part : index.remainder(part, extents_[static_cast<size_t>(axis)]);
      }
      ++loop;
    } else {
      for (int64_t axis : side_.across) at(axis) = index.loop(loop++);
    }
    for (int64_t axis : side_.deep) at(axis) = index.loop(loop++);
    return out;
  }

  const Lowered& lowered_;
  Pull& product_;
  const Side& side_;
  bool flat_;
  Ints extents_;
};

}  // namespace

void pull_product(const Lowered& lowered, Pull& pull, const Unit& unit, const Contract& contract) {
  const Node& node = lowered.node_of(unit.made);
  Dtype dtype = lowered.graph.type(unit.made).dtype(), sum = sum_dtype_of(dtype);
  pull.stage.form = StageForm::contract;
  pull.stage.sum_dtype = sum;
  pull.stage.operands.resize(2);
  for (bool is_right : {false, true}) {
    Side side = is_right ? right_of(lowered, node, contract) : left_of(lowered, node, contract);
    Stage& operand = pull.stage.operands[is_right ? 1 : 0];
    bool is_joined = OperandPull(lowered, pull, side, false).into(operand, sum, is_right);
    if (!is_joined) OperandPull(lowered, pull, side, true).into(operand, sum, is_right);
  }
  int made = pull.index.push({.name = "product", .dtype = sum});
  if (sum != dtype) made = pull.index.call("convert", dtype, {made});
  pull.made(unit.made, made);
}

}  // namespace rille
