// reshape: the same elements in another shape.
#include "jit/ops/axes.h"
#include "jit/ops/complex_parts.h"
#include "jit/ops/families.h"
#include "jit/ops/movement.h"
#include "jit/ops/samples.h"

namespace rille {
namespace {

const OpDoc reshape_doc = {
    .brief = "Reshapes x; the elements stay in row-major order.",
    .shapes = "x: t[...], shape: ints -> t[shape]",
    .errors = "error[shape] if the numbers of elements differ",
    .example = "reshape([1, 2, 3, 4], (2, 2))  #> [[1, 2],  [3, 4]]",
    .source = "jax.lax.reshape",
};

Extent count_of(const Shape& shape) {
  Extent count = 1;
  for (Extent extent : shape) count = count * extent;
  return count;
}

Types reshape_type(const OpCall& call) {
  const Shape& shape = call.attrs.shape("shape");
  if (count_of(shape) != count_of(call.in[0].shape())) {
    throw Error(Code::shape, str("reshape: cannot reshape ", call.in[0], " to ", text(shape)),
                call.origin.span());
  }
  return {call.in[0].with(shape)};
}

Vars reshape_transpose(Builder& b, const Node&, const Types& in, const Vars& ct) {
  return {op::reshape(b, ct[0], in[0].shape())};
}

std::vector<BatchedVar> reshape_batch(Builder& b, const Node& node, const Batch& batch) {
  return {{op::reshape(b, node.in[0], with_batch(batch.size, node.attrs.shape("shape"))), 0}};
}

Lowering reshape_lower(const OpCall&) {
  return View{.axes = {}, .guarded = false, .reshape = true};
}

void reshape_reference(const Node&, std::span<const Array> in, std::span<Array> out) {
  copy_all(in[0], out[0]);
}

std::vector<Sample> reshape_samples() {
  std::vector<Sample> out;
  auto add = [&](Type x, const Shape& shape) { out.push_back({{x}, {{"shape", shape}}}); };
  add(f64({6}), {2, 3});
  add(f64({2, 3}), {6});
  add(f64({2, 3}), {3, 2});
  add(f64({}), {1});
  add(f64({1, 1}), {});
  add(f64({2, 3, 1, 2}), {4, 3});
  add(f64({0, 3}), {2, 0});
  add(f64({4}), {1, 2, 1, 2});
  for (Dtype dtype : sample_dtypes()) add({dtype, {2, 3}}, {3, 1, 2});
  return out;
}

// Axes that are in both shapes are shared. An axis that corresponds to several axes of the other
// shape has their factors. Any other regrouping (such as 6 by 4 to 8 by 3) is read as a whole.
class ReshapeFactors {
 public:
  ReshapeFactors(const Shape& from, const Shape& to) : from_(from), to_(to) {
    made_.in = {AxisFactors(from.size())};
    made_.out = {AxisFactors(to.size())};
  }

  Factors run() && {
    while (skip(from_, i_) && skip(to_, j_)) {
      if (!group()) break;
    }
    for (auto* value : {&made_.in[0], &made_.out[0]}) {
      const Shape& shape = value == &made_.in[0] ? from_ : to_;
      for (size_t axis = 0; axis < shape.size(); ++axis) {
        if (!(*value)[axis].empty()) continue;
        (*value)[axis] = {made_.add(shape[axis], Factor::Role::special)};
      }
    }
    return std::move(made_);
  }

 private:
  static bool skip(const Shape& shape, size_t& at) {
    while (at < shape.size() && shape[at] == Extent(1)) ++at;
    return at < shape.size();
  }

  // The next axes of both shapes with the same number of elements; false if there are none.
  bool group() {
    size_t i = i_, j = j_;
    Extent before = from_[i_++], after = to_[j_++];
    while (before != after) {
      bool known = before.known() && after.known();
      if (!known || before.number() == 0 || after.number() == 0) return false;
      bool left = before.number() < after.number();
      if (!(left ? skip(from_, i_) : skip(to_, j_))) return false;
      Extent& product = left ? before : after;
      product = product * (left ? from_[i_++] : to_[j_++]);
    }
    if (i_ - i == 1) join(made_.in[0][i], to_, j, j_, made_.out[0]);
    if (i_ - i > 1 && j_ - j == 1) join(made_.out[0][j], from_, i, i_, made_.in[0]);
    return true;
  }

  // The axis that corresponds to the axes [from, to) of the other shape.
  void join(SmallVector<int, 2>& axis, const Shape& shape, size_t from, size_t to,
            AxisFactors& parts) {
    for (; from < to; ++from) {
      if (shape[from] == Extent(1) && to - from > 1) continue;
      parts[from] = {made_.add(shape[from])};
      axis.push_back(parts[from][0]);
    }
  }

  const Shape &from_, &to_;
  size_t i_ = 0, j_ = 0;
  Factors made_;
};

Factors reshape_factors(const OpCall& call, const Types& out) {
  return ReshapeFactors(call.in[0].shape(), out[0].shape()).run();
}

}  // namespace

extern const Op reshape_op = {
    .name = "reshape",
    .doc = reshape_doc,
    .type = reshape_type,
    .jvp = linear_jvp,
    .transpose = reshape_transpose,
    .batch = reshape_batch,
    .factors = reshape_factors,
    .lower = reshape_lower,
    .reference = reshape_reference,
    .samples = reshape_samples,
    .parts = in_each_part,
    .view = true,
};

Var op::reshape(Builder& b, Var x, Shape shape) {
  return b.emit(reshape_op, {x}, {{"shape", std::move(shape)}})[0];
}

}  // namespace rille
