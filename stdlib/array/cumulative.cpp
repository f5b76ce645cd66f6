// Running sums, products and extremes.
#include "stdlib/array/reduce.h"

namespace rille {
namespace {

struct How {
  bool reverse = false, initial = false;
};

Array running(const Op& op, const Array& given, const Axis& named, How how) {
  if (kind(given.dtype()) == Kind::key) {
    throw Error(Code::dtype, str(op.name, " needs numbers, got ", given.type()));
  }
  auto [x, axis] = one_axis(strong(given), named);
  if (x.dtype() == Dtype::boolean) x = convert(x, Dtype::i32);
  Attrs attrs{{"axis", axis}, {"reverse", how.reverse}};
  Array out = convert(apply1(op, {wide(x)}, attrs), x.dtype());
  if (!how.initial) return out;
  Shape shape = out.shape();
  shape[static_cast<size_t>(axis)] = Extent(1);
  Array first = fit(convert(Array(&op == &cumprod_op ? 1 : 0), out.dtype()), shape);
  return how.reverse ? concat({out, first}, axis) : concat({first, out}, axis);
}

Array cumsum_how(const Array& x, const Axis& axis, bool reverse, bool initial) {
  return running(cumsum_op, x, axis, {reverse, initial});
}
Array cumprod_how(const Array& x, const Axis& axis, bool reverse, bool initial) {
  return running(cumprod_op, x, axis, {reverse, initial});
}
Array cummax(const Array& x, const Axis& axis, bool reverse) {
  return running(cummax_op, x, axis, {reverse});
}
Array cummin(const Array& x, const Axis& axis, bool reverse) {
  return running(cummin_op, x, axis, {reverse});
}

}  // namespace

Array cumsum(const Array& x, const Axis& axis) { return running(cumsum_op, x, axis, {}); }
Array cumprod(const Array& x, const Axis& axis) { return running(cumprod_op, x, axis, {}); }

extern const Builtin cumsum_builtin = {
    .signature =
        "cumsum(x: number[...], axis: int = nil, reverse: bool = false, initial: bool = false) -> "
        "number[...]",
    .brief = "The sum of each element and all before it along the axis.",
    .params = {{"axis", "the axis along which it runs; nil: x is flattened first"},
               {"reverse", "from the end: of each element and all behind it"},
               {"initial", "with the 0 that it begins from"}},
    .errors = "error[shape] where the axis is not one of x's",
    .example = "cumsum([1, 2, 3])  #> [1, 3, 6]",
    .source = "numpy.cumsum, numpy.cumulative_sum",
    .call = bind<&cumsum_how>,
};

extern const Builtin cumprod_builtin = {
    .signature =
        "cumprod(x: number[...], axis: int = nil, reverse: bool = false, initial: bool = false) -> "
        "number[...]",
    .brief = "The product of each element and all before it along the axis.",
    .params = {{"axis", "the axis along which it runs; nil: x is flattened first"},
               {"reverse", "from the end: of each element and all behind it"},
               {"initial", "with the 1 that it begins from"}},
    .errors = "error[shape] where the axis is not one of x's",
    .example = "cumprod([1, 2, 3])  #> [1, 2, 6]",
    .source = "numpy.cumprod, numpy.cumulative_prod",
    .call = bind<&cumprod_how>,
};

extern const Builtin cummax_builtin = {
    .signature = "cummax(x: real[...], axis: int = nil, reverse: bool = false) -> real[...]",
    .brief = "The largest of each element and all before it along the axis.",
    .params = {{"axis", "the axis along which it runs; nil: x is flattened first"},
               {"reverse", "from the end: of each element and all behind it"}},
    .errors = "error[shape] where the axis is not one of x's",
    .example = "cummax([1, 3, 2])  #> [1, 3, 3]",
    .source = "numpy.maximum.accumulate; jax.lax.cummax",
    .call = bind<&cummax>,
};

extern const Builtin cummin_builtin = {
    .signature = "cummin(x: real[...], axis: int = nil, reverse: bool = false) -> real[...]",
    .brief = "The smallest of each element and all before it along the axis.",
    .params = {{"axis", "the axis along which it runs; nil: x is flattened first"},
               {"reverse", "from the end: of each element and all behind it"}},
    .errors = "error[shape] where the axis is not one of x's",
    .example = "cummin([3, 1, 2])  #> [3, 1, 1]",
    .source = "numpy.minimum.accumulate; jax.lax.cummin",
    .call = bind<&cummin>,
};

}  // namespace rille
