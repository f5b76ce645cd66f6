// What a product reads in place and what it copies first.
#include "jit/plan/contraction.h"

#include <algorithm>

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

// The operand over batch…, the axes across, the axes of p, all of them perhaps in parts.
class OperandPull {
 public:
  OperandPull(const Lowered& lowered, Pull& product, const Side& side, Dtype sum, bool is_right)
      : lowered_(lowered), product_(product), side_(side), sum_(sum), is_right_(is_right) {
    extents_ = lowered.graph.type(side.value).ints();
    for (const Ints* axes : {&side.batch, &side.across, &side.deep}) {
      axes_.insert(axes_.end(), axes->begin(), axes->end());
    }
  }

  // Its buffers go to the product's. Rows that stages hand on are of one axis, which stays.
  Stage run() {
    size_t whole = side_.batch.size() + (product_.has_rows() ? side_.across.size() : 0);
    auto pulled = [&](const Parts& parts) {
      Pull pull = over(parts);
      return std::move(pull.stage);
    };
    Parts parts = split(pick(extents_, axes_), whole, pulled);
    Pull pull = over(parts);
    product_.take_from(pull);
    auto batch = side_.batch.size();
    auto across = static_cast<size_t>(pull.stage.kept) - batch;
    pull.stage.kept = static_cast<int>(batch + simplify(pull.stage, batch, batch + across, 1));
    simplify(pull.stage, static_cast<size_t>(pull.stage.kept), pull.stage.loops.size(), 1);
    return std::move(pull.stage);
  }

 private:
  Pull over(const Parts& parts) {
    Ints loops;
    for (const Ints& part : parts) loops.insert(loops.end(), part.begin(), part.end());
    Pull pull(product_, loops, is_right_);
    Place place{extents_, std::vector<Index>(extents_.size()), -1};
    int loop = 0, kept = 0;
    for (size_t i = 0; i < parts.size(); ++i) {
      Index at = pull.index.number(0);
      for (int64_t extent : parts[i]) {
        at = pull.index.add(pull.index.scale(at, extent), pull.index.loop(loop++));
      }
      place.at[static_cast<size_t>(axes_[i])] = at;
      if (i + 1 == side_.batch.size() + side_.across.size()) kept = loop;
    }
    int made = pull.value(side_.value, place);
    if (lowered_.graph.type(side_.value).dtype() != sum_) {
      made = pull.index.call("convert", sum_, {made});
    }
    pull.stage.folded = made;
    pull.stage.kept = kept;
    return pull;
  }

  const Lowered& lowered_;
  Pull& product_;
  const Side& side_;
  Dtype sum_;
  bool is_right_;
  Ints extents_, axes_;
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
    pull.stage.operands[is_right ? 1 : 0] = OperandPull(lowered, pull, side, sum, is_right).run();
  }
  int made = pull.index.push({.name = "product", .dtype = sum});
  if (sum != dtype) made = pull.index.call("convert", dtype, {made});
  pull.made(unit.made, made);
}

}  // namespace rille
