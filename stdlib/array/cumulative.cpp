// Cumulative sums, products, maxima, and minima.
#include "stdlib/array/reduce.h"

namespace rille {
namespace {

struct CumulativeOptions {
  bool reverse = false, initial = false;
};

Array running(const Op& op, const Array& given, const OptionalAxis& named, CumulativeOptions how) {
  if (kind(given.dtype()) == DtypeKind::key) {
    throw Error(Code::dtype, str(op.name, ": got ", given.type(), ", expected numbers"));
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

Array cumsum_how(const Array& x, const OptionalAxis& axis, bool reverse, bool initial) {
  return running(cumsum_op, x, axis, {reverse, initial});
}
Array cumprod_how(const Array& x, const OptionalAxis& axis, bool reverse, bool initial) {
  return running(cumprod_op, x, axis, {reverse, initial});
}
Array cummax(const Array& x, const OptionalAxis& axis, bool reverse) {
  return running(cummax_op, x, axis, {reverse});
}
Array cummin(const Array& x, const OptionalAxis& axis, bool reverse) {
  return running(cummin_op, x, axis, {reverse});
}

}  // namespace

Array cumsum(const Array& x, const OptionalAxis& axis) { return running(cumsum_op, x, axis, {}); }
Array cumprod(const Array& x, const OptionalAxis& axis) { return running(cumprod_op, x, axis, {}); }

extern const Builtin cumsum_builtin = {
    .signature =
        "cumsum(x: number[...], axis: int = nil, reverse: bool = false, include_initial: bool = "
        "false) -> number[...]",
    .brief = "Computes the cumulative sum along an axis.",
    .params = {{"axis", "Axis along which to accumulate. If nil, `x` is flattened first."},
               {"reverse", "If true, accumulates from the end of the axis."},
               {"include_initial",
                "If true, the result includes the initial 0, so the axis is one longer."}},
    .errors = "error[shape] if `axis` is out of range",
    .example = "cumsum([1, 2, 3])  #> [1, 3, 6]",
    .source = "numpy.cumsum, numpy.cumulative_sum",
    .call = bind<&cumsum_how>,
};

extern const Builtin cumprod_builtin = {
    .signature =
        "cumprod(x: number[...], axis: int = nil, reverse: bool = false, include_initial: bool = "
        "false) -> number[...]",
    .brief = "Computes the cumulative product along an axis.",
    .params = {{"axis", "Axis along which to accumulate. If nil, `x` is flattened first."},
               {"reverse", "If true, accumulates from the end of the axis."},
               {"include_initial",
                "If true, the result includes the initial 1, so the axis is one longer."}},
    .errors = "error[shape] if `axis` is out of range",
    .example = "cumprod([1, 2, 3])  #> [1, 2, 6]",
    .source = "numpy.cumprod, numpy.cumulative_prod",
    .call = bind<&cumprod_how>,
};

extern const Builtin cummax_builtin = {
    .signature = "cummax(x: real[...], axis: int = nil, reverse: bool = false) -> real[...]",
    .brief = "Computes the cumulative maximum along an axis.",
    .params = {{"axis", "Axis along which to accumulate. If nil, `x` is flattened first."},
               {"reverse", "If true, accumulates from the end of the axis."}},
    .errors = "error[shape] if `axis` is out of range",
    .example = "cummax([1, 3, 2])  #> [1, 3, 3]",
    .source = "numpy.maximum.accumulate; jax.lax.cummax",
    .call = bind<&cummax>,
};

extern const Builtin cummin_builtin = {
    .signature = "cummin(x: real[...], axis: int = nil, reverse: bool = false) -> real[...]",
    .brief = "Computes the cumulative minimum along an axis.",
    .params = {{"axis", "Axis along which to accumulate. If nil, `x` is flattened first."},
               {"reverse", "If true, accumulates from the end of the axis."}},
    .errors = "error[shape] if `axis` is out of range",
    .example = "cummin([3, 1, 2])  #> [3, 1, 1]",
    .source = "numpy.minimum.accumulate; jax.lax.cummin",
    .call = bind<&cummin>,
};

}  // namespace rille
