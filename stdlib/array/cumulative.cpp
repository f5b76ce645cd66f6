// Running sums and products.
#include "stdlib/array/reduce.h"

namespace rille {
namespace {

Array running(const Op& op, const Array& given, const Axis& named) {
  if (kind(given.dtype()) == Kind::key) {
    throw Error(Code::dtype, str(op.name, " needs numbers, got ", given.type()));
  }
  auto [x, axis] = one_axis(strong(given), named);
  if (x.dtype() == Dtype::boolean) x = convert(x, Dtype::i32);
  return convert(apply1(op, {wide(x)}, {{"axis", axis}, {"reverse", false}}), x.dtype());
}

}  // namespace

Array cumsum(const Array& x, const Axis& axis) { return running(cumsum_op, x, axis); }
Array cumprod(const Array& x, const Axis& axis) { return running(cumprod_op, x, axis); }

extern const Builtin cumsum_builtin = {
    .signature = "cumsum(x: number[...], axis: int = nil) -> number[...]",
    .brief = "The sum of each element and all before it along the axis.",
    .params = {{"axis", "the axis along which it runs; nil: x is flattened first"}},
    .errors = "error[shape] where the axis is not one of x's",
    .example = "cumsum([1, 2, 3])  #> [1, 3, 6]",
    .source = "numpy.cumsum",
    .call = bind<&cumsum>,
};

extern const Builtin cumprod_builtin = {
    .signature = "cumprod(x: number[...], axis: int = nil) -> number[...]",
    .brief = "The product of each element and all before it along the axis.",
    .params = {{"axis", "the axis along which it runs; nil: x is flattened first"}},
    .errors = "error[shape] where the axis is not one of x's",
    .example = "cumprod([1, 2, 3])  #> [1, 2, 6]",
    .source = "numpy.cumprod",
    .call = bind<&cumprod>,
};

}  // namespace rille
