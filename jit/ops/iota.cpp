// iota: the indices 0, 1, 2, … along an axis.
#include "jit/ops/axes.h"
#include "jit/ops/complex_parts.h"
#include "jit/ops/families.h"
#include "jit/ops/loops.h"
#include "jit/ops/movement.h"
#include "jit/ops/samples.h"

namespace rille {
namespace {

const OpDoc iota_doc = {
    .brief = "Creates an array of the indices 0, 1, 2, … along an axis.",
    .shapes = "dtype, shape: ints, axis: int -> dtype[shape]",
    .errors = "error[shape] if the axis is out of range; error[dtype] if dtype is bool or key",
    .example = "arange(3)  #> [0, 1, 2]",
    .source = "jax.lax.broadcasted_iota",
};

Types iota_type(const OpCall& call) {
  Type out(call.attrs.dtype("dtype"), call.attrs.shape("shape"));
  check_axis(call, out, call.attrs.integer("axis"));
  if (!is_number(out.dtype())) {
    throw Error(Code::dtype, str("iota: expected a numeric dtype, got ", out.dtype()),
                call.origin.span());
  }
  return {out};
}

std::vector<ComplexVar> iota_parts(Builder& b, const Node& node, std::span<const ComplexVar>) {
  Type part(part_of(node.attrs.dtype("dtype")), node.attrs.shape("shape"));
  return {{op::iota(b, part, node.attrs.integer("axis")), op::fill(b, part, 0.0)}};
}

Lowering iota_lower(const OpCall& call) {
  Pointwise out;
  int at = out.code.index(static_cast<int>(call.attrs.integer("axis")));
  out.code.call(Scalar::convert, call.attrs.dtype("dtype"), {at});
  return out;
}

void iota_reference(const Node& node, std::span<const Array>, std::span<Array> out) {
  Ints shape = out[0].type().ints();
  auto axis = static_cast<size_t>(node.attrs.integer("axis"));
  auto inner = static_cast<size_t>(steps_of(shape)[axis]);
  with_type(out[0].dtype(), [&](auto zero) {
    using T = decltype(zero);
    if constexpr (kind_of<T> != DtypeKind::boolean && kind_of<T> != DtypeKind::key) {
      T* y = elements_to_write<T>(out[0]);
      for (size_t i = 0; i < out[0].size(); ++i) {
        size_t at = i / inner % static_cast<size_t>(shape[axis]);
        if constexpr (kind_of<T> == DtypeKind::complex) {
          y[i] = static_cast<typename T::value_type>(at);
        } else {
          y[i] = narrow<T>(static_cast<Wide<T>>(at));
        }
      }
    }
  });
}

std::vector<Sample> iota_samples() {
  std::vector<Sample> out;
  auto add = [&](Dtype dtype, const Shape& shape, int64_t axis) {
    out.push_back({{}, {{"dtype", dtype}, {"shape", shape}, {"axis", axis}}});
  };
  for (const Shape& shape : sample_shapes()) {
    for (int64_t axis = 0; axis < std::ssize(shape); ++axis) add(Dtype::i32, shape, axis);
  }
  for (Dtype dtype : sample_dtypes()) {
    if (is_number(dtype)) add(dtype, {2, 3}, 1);
  }
  return out;
}

}  // namespace

extern const Op iota_op = {
    .name = "iota",
    .doc = iota_doc,
    .type = iota_type,
    .jvp = MissingRule{"iota has no array input"},
    .transpose = MissingRule{"iota has no array input"},
    .batch = MissingRule{"iota has no array input"},
    .factors = axis_factors,
    .lower = iota_lower,
    .reference = iota_reference,
    .samples = iota_samples,
    .parts = iota_parts,
};

Var op::iota(Builder& b, Type type, int64_t axis) {
  return b.emit(iota_op, {}, {{"dtype", type.dtype()}, {"shape", type.shape()}, {"axis", axis}})[0];
}

}  // namespace rille
