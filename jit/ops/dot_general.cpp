// dot_general: products summed over pairs of axes.
#include <numeric>

#include "jit/ops/axes.h"
#include "jit/ops/complex_parts.h"
#include "jit/ops/families.h"
#include "jit/ops/loops.h"
#include "jit/ops/movement.h"
#include "jit/ops/samples.h"

namespace rille {
namespace {

const OpDoc dot_general_doc = {
    .brief = "Computes sums of products over contracted axes, for each index of the batch axes.",
    .shapes =
        "x: n[batch, ..., k], y: n[batch, ..., k] -> dtype[batch, free axes of x, free axes of y]",
    .errors =
        "error[shape] if the sizes of paired axes differ; error[dtype] if the dtypes differ; "
        "error[value] if `precision` is unknown",
    .example = "[[1.0, 2.0]] @ [[3.0], [4.0]]  #> [[11]]",
    .source = "jax.lax.dot_general",
};

Contraction contract_of(const Attrs& attrs) {
  return {attrs.ints("left_batch"), attrs.ints("right_batch"), attrs.ints("left_contracted"),
          attrs.ints("right_contracted"), precision_of(attrs)};
}

Ints joined(Ints a, const Ints& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

// The free axes, neither batch nor contracted, in order.
Ints others(int rank, const Ints& batch, const Ints& contracted) {
  Ints out;
  for (int64_t axis = 0; axis < rank; ++axis) {
    if (!contains(batch, axis) && !contains(contracted, axis)) out.push_back(axis);
  }
  return out;
}

void check_pairs(const OpCall& call, const Ints& left, const Ints& right) {
  Type x = call.in[0], y = call.in[1];
  bool good = left.size() == right.size();
  for (size_t k = 0; good && k < left.size(); ++k) {
    good = x.extent(static_cast<int>(left[k])) == y.extent(static_cast<int>(right[k]));
  }
  if (good) return;
  throw Error(Code::shape,
              str("dot_general: axes (", join(left), ") of ", x, " do not match axes (",
                  join(right), ") of ", y),
              call.origin.span());
}

Types dot_type(const OpCall& call) {
  Type x = call.in[0], y = call.in[1];
  check_precision(call);
  Contraction axes = contract_of(call.attrs);
  Dtype to = call.attrs.dtype("dtype");
  bool like = is_complex(x.dtype()) == is_complex(to);
  if (x.dtype() != y.dtype() || !is_number(x.dtype()) || !is_number(to) || !like) {
    throw Error(
        Code::dtype,
        str("dot_general: expected two arrays of numbers of one dtype, got ", x, " and ", y),
        call.origin.span());
  }
  check_axes(call, x, joined(axes.left_batch, axes.left_contracted));
  check_axes(call, y, joined(axes.right_batch, axes.right_contracted));
  check_pairs(call, axes.left_batch, axes.right_batch);
  check_pairs(call, axes.left_contracted, axes.right_contracted);
  Shape shape;
  for (int64_t axis : axes.left_batch) shape.push_back(x.extent(static_cast<int>(axis)));
  for (int64_t axis : others(x.rank(), axes.left_batch, axes.left_contracted)) {
    shape.push_back(x.extent(static_cast<int>(axis)));
  }
  for (int64_t axis : others(y.rank(), axes.right_batch, axes.right_contracted)) {
    shape.push_back(y.extent(static_cast<int>(axis)));
  }
  return {Type(to, shape)};
}

Vars dot_jvp(Builder& b, const Node& node, const Vars& dx) {
  auto with = [&](Var x, Var y) { return b.emit(*node.op, {x, y}, node.attrs)[0]; };
  Var left = dx[0].none() ? Var{} : with(dx[0], node.in[1]);
  Var right = dx[1].none() ? Var{} : with(node.in[0], dx[1]);
  return {added(b, left, right)};
}

// One operand, for the transpose with respect to the other.
struct DotOperand {
  Type type;
  Ints batch, contracted, others;
};

// The positions of the contracted axes of `to`, in the order of those of `from`.
Ints paired(const DotOperand& to, const DotOperand& from) {
  Ints sorted = from.contracted, out;
  std::ranges::sort(sorted);
  for (int64_t axis : sorted) {
    auto k = std::ranges::find(from.contracted, axis) - from.contracted.begin();
    out.push_back(to.contracted[static_cast<size_t>(k)]);
  }
  return out;
}

struct DotSide {
  bool is_left;
  std::optional<Precision> precision;
};

// The cotangent of one operand is the cotangent of the product times the other operand, summed over
// the free axes of the other. The operands are ordered so that the axes of x @ w need no
// permutation.
Var cotangent(Builder& b, Var ct, Var y, const DotOperand& to, const DotOperand& from,
              const DotSide& side) {
  bool left = side.is_left;
  Dtype dtype = b.type(ct).dtype();
  Ints batch(to.batch.size()), summed(from.others.size());
  std::iota(batch.begin(), batch.end(), 0);
  size_t first = batch.size() + (left ? to.others.size() : 0);
  std::iota(summed.begin(), summed.end(), static_cast<int64_t>(first));
  Var other = op::convert(b, y, dtype);
  Contraction axes{batch, from.batch, summed, from.others, side.precision};
  if (!left) {
    std::swap(axes.left_batch, axes.right_batch);
    std::swap(axes.left_contracted, axes.right_contracted);
  }
  Var product = op::dot_general(b, left ? ct : other, left ? other : ct, axes, dtype);
  Ints own = left ? joined(to.others, paired(to, from)) : joined(paired(to, from), to.others);
  Ints places = joined(to.batch, own), order(places.size());
  for (size_t k = 0; k < places.size(); ++k) {
    order[static_cast<size_t>(places[k])] = static_cast<int64_t>(k);
  }
  return op::convert(b, op::permute(b, product, order), to.type.dtype());
}

Vars dot_transpose(Builder& b, const Node& node, const Types& in, const Vars& ct) {
  Contraction axes = contract_of(node.attrs);
  DotOperand x{in[0], axes.left_batch, axes.left_contracted,
               others(in[0].rank(), axes.left_batch, axes.left_contracted)};
  DotOperand y{in[1], axes.right_batch, axes.right_contracted,
               others(in[1].rank(), axes.right_batch, axes.right_contracted)};
  return {
      node.in[0].none() ? cotangent(b, ct[0], node.in[1], x, y, {true, axes.precision}) : Var{},
      node.in[1].none() ? cotangent(b, ct[0], node.in[0], y, x, {false, axes.precision}) : Var{}};
}

// If both operands are batched, they get one more batch axis. If one is, its batch axis becomes its
// first free axis.
std::vector<BatchedVar> dot_batch(Builder& b, const Node& node, const Batch& batch) {
  Contraction axes = contract_of(node.attrs);
  bool left = batch.axes[0] >= 0, right = batch.axes[1] >= 0;
  auto place = static_cast<int>(axes.left_batch.size());
  if (left) {
    axes.left_batch = shifted(axes.left_batch);
    axes.left_contracted = shifted(axes.left_contracted);
  } else {
    place += static_cast<int>(
        others(b.type(node.in[0]).rank(), axes.left_batch, axes.left_contracted).size());
  }
  if (right) {
    axes.right_batch = shifted(axes.right_batch);
    axes.right_contracted = shifted(axes.right_contracted);
  }
  if (left && right) {
    axes.left_batch.insert(axes.left_batch.begin(), 0);
    axes.right_batch.insert(axes.right_batch.begin(), 0);
    place = 0;
  }
  return {{op::dot_general(b, node.in[0], node.in[1], axes, node.attrs.dtype("dtype")), place}};
}

Lowering dot_lower(const OpCall& call) { return contract_of(call.attrs); }

// An operand as a matrix of rows: [batch, free, contracted].
Array rows(const Array& x, const Ints& order) {
  Ints shape = x.type().ints(), own = steps_of(shape), extents;
  StridedLayout read;
  for (int64_t axis : order) {
    extents.push_back(shape[static_cast<size_t>(axis)]);
    read.steps.push_back(own[static_cast<size_t>(axis)]);
  }
  Array moved(Type(x.dtype(), shape_of(extents)));
  copy_walk(extents, x, read, moved, row_major(extents));
  return moved;
}

int64_t count_of(const Array& x, const Ints& axes) {
  int64_t count = 1;
  for (int64_t axis : axes) count *= x.shape()[static_cast<size_t>(axis)].number();
  return count;
}

struct DotDims {
  int64_t batch, left, right, contracted;
};

template <class To>
void multiply(const Array& left, const Array& right, To* out, const DotDims& n) {
  using W = Wide<To>;
  auto x = loaded<W>(left), y = loaded<W>(right);
  auto fused = [](auto sum, auto p, auto q) { return sum + p * q; };
  for (int64_t i = 0; i < n.batch * n.left; ++i) {
    for (int64_t j = 0; j < n.right; ++j) {
      const W* row = x.data() + i * n.contracted;
      const W* column = y.data() + (i / n.left * n.right + j) * n.contracted;
      W sum{};
      for (int64_t k = 0; k < n.contracted; ++k) {
        sum = static_cast<W>(wrapping(fused, sum, row[k], column[k]));
      }
      out[i * n.right + j] = narrow<To>(sum);
    }
  }
}

void dot_reference(const Node& node, std::span<const Array> in, std::span<Array> out) {
  Contraction axes = contract_of(node.attrs);
  Ints left = others(in[0].rank(), axes.left_batch, axes.left_contracted);
  Ints right = others(in[1].rank(), axes.right_batch, axes.right_contracted);
  DotDims n{count_of(in[0], axes.left_batch), count_of(in[0], left), count_of(in[1], right),
            count_of(in[0], axes.left_contracted)};
  Array x = rows(in[0], joined(joined(axes.left_batch, left), axes.left_contracted));
  Array y = rows(in[1], joined(joined(axes.right_batch, right), axes.right_contracted));
  with_type(out[0].dtype(), [&](auto to) {
    using To = decltype(to);
    if constexpr (kind_of<To> != DtypeKind::key && kind_of<To> != DtypeKind::boolean) {
      multiply(x, y, elements_to_write<To>(out[0]), n);
    }
  });
}

std::vector<Sample> dot_samples() {
  std::vector<Sample> out;
  auto add = [&](Type x, Type y, const Contraction& axes, Dtype to) {
    out.push_back({{x, y},
                   {{"left_batch", axes.left_batch},
                    {"right_batch", axes.right_batch},
                    {"left_contracted", axes.left_contracted},
                    {"right_contracted", axes.right_contracted},
                    {"dtype", to}}});
  };
  Dtype d = Dtype::f64;
  add(f64({2, 3}), f64({3, 4}), {{}, {}, {1}, {0}}, d);
  add(f64({3}), f64({3}), {{}, {}, {0}, {0}}, d);
  add(f64({}), f64({}), {{}, {}, {}, {}}, d);
  add(f64({2}), f64({3}), {{}, {}, {}, {}}, d);
  add(f64({2, 0}), f64({0, 4}), {{}, {}, {1}, {0}}, d);
  add(f64({0, 3}), f64({3, 1}), {{}, {}, {1}, {0}}, d);
  add(f64({1, 3}), f64({2, 3}), {{}, {}, {1}, {1}}, d);
  add(f64({3, 2}), f64({3, 4}), {{}, {}, {0}, {0}}, d);
  add(f64({5, 2, 3}), f64({5, 3, 4}), {{0}, {0}, {2}, {1}}, d);
  add(f64({2, 5, 3}), f64({3, 4, 5}), {{1}, {2}, {2}, {0}}, d);
  add(f64({2, 3, 4}), f64({4, 3, 5}), {{}, {}, {1, 2}, {1, 0}}, d);
  add(f64({2, 3, 2, 4}), f64({3, 4, 2, 2}), {{0, 1}, {2, 0}, {3}, {1}}, d);
  for (Dtype dtype : sample_dtypes()) {
    if (is_number(dtype)) add({dtype, {2, 3}}, {dtype, {3, 2}}, {{}, {}, {1}, {0}}, dtype);
  }
  for (auto [from, to] : {std::pair(Dtype::bf16, Dtype::f32), std::pair(Dtype::i8, Dtype::i32)}) {
    add({from, {2, 3}}, {from, {3, 2}}, {{}, {}, {1}, {0}}, to);
  }
  return out;
}

// Batch and free axes belong to the result; the contracted axes are in both operands.
Factors dot_general_factors(const OpCall& call, const Types&) {
  Contraction axes = contract_of(call.attrs);
  Factors made;
  AxisFactors x = add_axes(made, call.in[0].shape()), y = add_axes(made, call.in[1].shape());
  auto pair = [&](const Ints& left, const Ints& right, Factor::Role role) {
    for (size_t k = 0; k < left.size(); ++k) {
      y[static_cast<size_t>(right[k])] = x[static_cast<size_t>(left[k])];
      made.factors[static_cast<size_t>(left[k])].role = role;
    }
  };
  pair(axes.left_batch, axes.right_batch, Factor::Role::plain);
  pair(axes.left_contracted, axes.right_contracted, Factor::Role::summed);
  made.in = {x, y};
  made.out = {picked(x, axes.left_batch)};
  append_to(made.out[0],
            picked(x, others(call.in[0].rank(), axes.left_batch, axes.left_contracted)));
  append_to(made.out[0],
            picked(y, others(call.in[1].rank(), axes.right_batch, axes.right_contracted)));
  return made;
}

}  // namespace

extern const Op dot_general_op = {
    .name = "dot_general",
    .doc = dot_general_doc,
    .type = dot_type,
    .jvp = dot_jvp,
    .transpose = dot_transpose,
    .batch = dot_batch,
    .factors = dot_general_factors,
    .lower = dot_lower,
    .reference = dot_reference,
    .samples = dot_samples,
    .parts = product_parts,
    .linear = LinearIn::each,
};

Var op::dot_general(Builder& b, Var x, Var y, Contraction axes, Dtype dtype) {
  Attrs attrs{{"left_batch", std::move(axes.left_batch)},
              {"right_batch", std::move(axes.right_batch)},
              {"left_contracted", std::move(axes.left_contracted)},
              {"right_contracted", std::move(axes.right_contracted)},
              {"dtype", dtype}};
  return b.emit(dot_general_op, {x, y}, with_precision(attrs, axes.precision))[0];
}

}  // namespace rille
