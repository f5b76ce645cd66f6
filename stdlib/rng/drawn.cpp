// Helpers of samplers: float formats, shapes, range checks.
#include "stdlib/rng/drawn.h"

#include "jit/transform.h"

namespace rille::rng {

FloatBits bits_of(Dtype dtype) {
  switch (dtype) {
    case Dtype::f16: return {16, 10, 0x3c00, 0x1p-14};
    case Dtype::bf16: return {16, 7, 0x3f80, 0x1p-126};
    case Dtype::f32: return {32, 23, 0x3f800000, 0x1p-126};
    case Dtype::f64: return {64, 52, 0x3ff0000000000000, 0x1p-1022};
    default:
      throw labelled(Error(Code::dtype, str(calling_name("rng"), ": `dtype` is ", dtype,
                                            ", expected f16, bf16, f32, or f64")),
                     "dtype");
  }
}

bool is_narrow(Dtype dtype) { return dtype == Dtype::f16 || dtype == Dtype::bf16; }

Array off_zero(const Array& u) {
  double unit = bits_of(u.dtype()).unit();
  return where(lt(u, unit / 2), convert(unit / 2, u.dtype()), u);
}

bool is_at_least(const Array& x, double bound) {
  if (x.is_traced()) return false;
  if (x.rank() == 0) return x.number() >= bound;
  if (Trace::innermost() != nullptr || x.size() > 1024) return false;  // would be recorded
  return static_cast<bool>(all(ge(x, bound)).number());
}

Array fused(const Array& x, const Array& y, const Array& z) {
  Arrays all{x, y, z};
  promote_together(all);
  if (rille::bits(all[0].dtype()) < 32) return add(mul(x, y), z);
  Shape shape = common_shape(all, "rng");
  return apply1(fma_op, {fit(all[0], shape), fit(all[1], shape), fit(all[2], shape)});
}

void need_range(const DistributionParam& given) {
  if (given.range == ParamRange::any) return;
  Array x = stop_gradient(inexact(given.value));
  bool is_positive = given.range == ParamRange::positive;
  check(is_positive ? gt(x, 0.0) : ge(x, 0.0), "value",
        str(calling_name("rng"), ": `", given.name, "` is {0}, expected a value ",
            is_positive ? "> 0" : ">= 0"),
        {x});
}

Shape drawn_shape(const std::optional<Shape>& shape,
                  std::initializer_list<DistributionParam> parameters) {
  Arrays all;
  for (const DistributionParam& each : parameters) {
    need_range(each);
    if (shape) need_room(each.value, *shape, each.name);
    all.push_back(each.value);
  }
  return shape ? *shape : common_shape(all, "rng");
}

Array one_of(const Array& keys, int64_t at) { return squeeze(slice_axis(keys, 0, at, 1), Ints{0}); }

}  // namespace rille::rng
