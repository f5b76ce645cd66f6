// reduce_and: the bitwise AND along the given axes.
#include "jit/ops/axes.h"
#include "jit/ops/reduction.h"

namespace rille {
namespace {

const OpDoc reduce_and_doc = {
    .brief = "Computes the bitwise AND along the given axes, or the logical AND of bools.",
    .shapes = "x: b[...], axes: ints -> b[other axes]",
    .errors =
        "error[shape] if an axis is out of range; error[dtype] if x is not a bool or integer array",
    .example = "all([true, false])  #> false",
    .source = "jax.lax.reduce_and_p",
};

template <class T>
auto every_bit(T) {
  if constexpr (std::same_as<T, bool>) {
    return true;
  } else {
    return static_cast<Wide<T>>(~uint64_t{0});
  }
}

// All bits of the type. 4-bit integers are stored in a byte whose other bits are 0.
AttrValue all_bits(Dtype dtype) {
  if (dtype == Dtype::boolean) return true;
  bool is_narrow = kind(dtype) == DtypeKind::natural && bits(dtype) < 64;
  return is_narrow ? static_cast<int64_t>((uint64_t{1} << bits(dtype)) - 1) : int64_t{-1};
}

Lowering reduce_and_lower(const OpCall& call) {
  return Reduce{.combiner = Scalar::bit_and,
                .identity = all_bits(call.in[0].dtype()),
                .axes = call.attrs.ints("axes")};
}

}  // namespace

extern const Op reduce_and_op = {
    .name = "reduce_and",
    .doc = reduce_and_doc,
    .type = reduced<same_bits_type>,
    .jvp = no_tangent,
    .transpose = MissingRule{"operations on bits are not linear"},
    .batch = reduce_batch,
    .factors = reduce_factors<Scalar::bit_and>,
    .lower = reduce_and_lower,
    .reference =
        fold<[](auto x, auto y) { return x & y; }, [](auto zero) { return every_bit(zero); },
             DtypeKind::boolean, DtypeKind::integer, DtypeKind::natural>,
    .samples = reduce_samples<is_bits>,
};

Var op::reduce_and(Builder& b, Var x, Ints axes) {
  return b.emit(reduce_and_op, {x}, {{"axes", std::move(axes)}})[0];
}

}  // namespace rille
