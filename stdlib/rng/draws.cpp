// rng.bits, uniform, normal, gumbel, exponential, bernoulli.
#include <limits>
#include <numbers>
#include <span>

#include "stdlib/rng/drawn.h"

namespace rille {
namespace rng {
namespace {

Dtype natural_of_bits(int bits) {
  switch (bits) {
    case 8: return Dtype::u8;
    case 16: return Dtype::u16;
    case 32: return Dtype::u32;
    default: return Dtype::u64;
  }
}

// Uniform in [0, 1): random bits become the mantissa of a number in [1, 2), minus 1.
Array unit(const Array& key, const Shape& shape, Dtype dtype) {
  FloatBits form = bits_of(dtype);
  int drawn = form.mantissa < 8 ? 8 : form.whole;
  Dtype word = natural_of_bits(form.whole);
  Array random = convert(bits(key, shape, natural_of_bits(drawn)), word);
  random = bits_or(shift_right(random, drawn - form.mantissa), constant(word, form.one));
  return sub(apply1(bitcast_op, {random}, {{"dtype", dtype}}), 1.0);
}

// erf with the operations of XLA's kernels: Eigen's rational function of x^2 with fused
// multiply-adds, up to the last float below 1. truncated_normal needs its bits for the bounds;
// op::erf is more accurate.
Array erf_of(const Array& x) {
  if (x.dtype() != Dtype::f32) return erf(x);
  constexpr double over[] = {0x1.e05aa2p-13, 0x1.bebb44p-9, 0x1.a16dd6p-5, 0x1.7b4e8p-3,
                             0x1.20dd74p+0};
  constexpr double under[] = {-0x1.fa720cp-24,
                              0x1.8b11bep-16,
                              0x1.0ada50p-10,
                              0x1.cd0fa8p-7,
                              0x1.c69842p-4,
                              0x1.fd6894p-2,
                              1.0};
  constexpr double end = 0x1.df38dp+1;
  Array t = clip(x, Array(-end), Array(end)), square = mul(t, t);
  auto polynomial = [&](std::span<const double> c) {
    Array sum = fit(constant(Dtype::f32, c[0]), x.shape());
    for (double factor : c.subspan(1)) {
      sum = apply1(fma_op, {sum, square, fit(constant(Dtype::f32, factor), x.shape())});
    }
    return sum;
  };
  return where(ge(abs(x), Array(end)), sign(x), div(mul(t, polynomial(over)), polynomial(under)));
}

}  // namespace

Array bits(const Array& key, const Shape& shape, Dtype dtype) {
  need_one(key);
  if (kind(dtype) != DtypeKind::natural || rille::bits(dtype) < 8) {
    throw labelled(
        Error(Code::dtype, str("rng.bits: `dtype` is ", dtype, ", expected u8, u16, u32, or u64")),
        "dtype");
  }
  return apply1(rng_bits_op, {key}, {{"dtype", dtype}, {"shape", shape}});
}

namespace {

bool is_known(const Array& x) { return x.rank() == 0 && !x.is_traced(); }

// Whether no sample can round to the upper bound, and the width is finite in the dtype.
bool is_plain(const Array& from, const Array& to) {
  if (!is_known(from) || !is_known(to)) return false;
  double low = from.number(), high = to.number(), last = 1 - bits_of(from.dtype()).unit();
  if (from.dtype() == Dtype::f64) return std::fma(last, high - low, low) < high;
  if (from.dtype() != Dtype::f32) return low == 0 && high == 1;
  float width = static_cast<float>(high) - static_cast<float>(low);
  return std::fma(static_cast<float>(last), width, static_cast<float>(low)) < high;
}

// The samples of JAX, except that a sample that rounds to the upper bound becomes the number below
// it, and that an interval whose width overflows is computed in halves.
Array bounded(const Array& u, const Array& from, const Array& to) {
  Array width = sub(to, from), half = sub(mul(to, 0.5), mul(from, 0.5));
  Array part = mul(u, half), wide = add(add(from, part), part);
  Array drawn = where(isfinite(width), fused(u, width, from), wide);
  Array down = convert(-std::numeric_limits<double>::infinity(), to.dtype());
  Array below = apply1(nextafter_op, {to, fit(down, to.shape())});
  return minimum(drawn, below);
}

}  // namespace

Array uniform(const Array& key, const Shape& shape, const Array& low, const Array& high,
              Dtype dtype) {
  Array from = convert(low, dtype), to = convert(high, dtype), u = unit(key, shape, dtype);
  Array drawn = is_plain(from, to) ? fused(u, sub(to, from), from) : bounded(u, from, to);
  return maximum(drawn, from);
}

// The inverse error function with the bits of JAX.
static Array drawn(const Array& u) { return apply1(erf_inv_op, {u}, {{"peer", true}}); }

Array drawn_log(const Array& x) { return apply1(log_op, {x}, {{"peer", true}}); }
Array drawn_log1p(const Array& x) { return apply1(log1p_op, {x}, {{"peer", true}}); }

Array normal(const Array& key, const Shape& shape, Dtype dtype) {
  double above_minus_one = std::ldexp(1.0, -bits_of(dtype).mantissa - 1) - 1.0;
  Array u = uniform(key, shape, above_minus_one, 1.0, dtype);
  return mul(drawn(u), std::sqrt(2.0));
}

Array gumbel(const Array& key, const Shape& shape, Dtype dtype) {
  return neg(drawn_log(neg(drawn_log(uniform(key, shape, bits_of(dtype).tiny, 1.0, dtype)))));
}

Array exponential(const Array& key, const Shape& shape, Dtype dtype) {
  return neg(drawn_log1p(neg(uniform(key, shape, 0.0, 1.0, dtype))));
}

namespace {

// Beyond this bound the tail of the normal distribution is too small for differences of erf.
double tail_from(Dtype dtype) { return dtype == Dtype::f64 ? 5 : is_narrow(dtype) ? 1 : 3; }

// Samples between a large `from` and `to`. x = from + d, where the conditional probability of
// exceeding x is exp(-e): e = from d + d^2 / 2 - log(erfcx(x / root) / erfcx(from / root)).
// Newton's method starts at the solution without the logarithm and decreases to d, because the
// function is convex. All values are at least f32.
Array beyond(const Array& key, const Shape& shape, const Array& from, const Array& to,
             Dtype dtype) {
  Dtype wide = is_narrow(dtype) ? Dtype::f32 : dtype;
  Array a = convert(from, wide), width = sub(convert(to, wide), a);
  double root = std::sqrt(0.5), rate = std::sqrt(2 / std::numbers::pi);
  auto scaled = [&](const Array& x) { return apply1(erfcx_op, {mul(x, root)}); };
  Array first = scaled(a);
  auto gone = [&](const Array& d, const Array& there) {
    return sub(mul(d, add(a, mul(d, 0.5))), drawn_log(div(there, first)));
  };
  Array far = isinf(width), most = where(far, ones_like(width), width);
  Array cut = where(far, ones_like(width), neg(expm1(neg(gone(most, scaled(add(a, most)))))));
  Array u = unit(key, shape, wide), e = neg(log1p(neg(mul(u, cut))));
  Array d = div(mul(e, 2.0), add(a, sqrt(fused(a, a, mul(e, 2.0)))));
  for (int i = 0; i < 4; ++i) {
    Array there = scaled(add(a, d));
    d = maximum(sub(d, mul(sub(gone(d, there), e), div(there, rate))), 0.0);
  }
  return convert(add(a, d), dtype);
}

// Samples by the inverse of erf, as in JAX. Its argument stays half a step away from -1 and 1.
Array by_inverse(const Array& key, const Shape& shape, const Array& from, const Array& to,
                 Dtype dtype) {
  Array root = convert(std::sqrt(2.0), dtype);
  Array inverse = convert(1.0 / root.number(), dtype);  // XLA multiplies by it
  double end = 1 - std::ldexp(1.0, -bits_of(dtype).mantissa - 1);
  Array u = uniform(key, shape, erf_of(mul(from, inverse)), erf_of(mul(to, inverse)), dtype);
  return mul(root, drawn(clip(u, convert(-end, dtype), convert(end, dtype))));
}

}  // namespace

// The result is clipped to be strictly between the bounds, in spite of rounding.
Array truncated_normal(const Array& key, const Shape& shape, const Array& low, const Array& high,
                       Dtype dtype) {
  bits_of(dtype);
  Array from = convert(low, dtype), to = convert(high, dtype);
  double tail = tail_from(dtype);
  auto above_tail = [&] { return beyond(key, shape, from, to, dtype); };
  auto below_tail = [&] { return neg(beyond(key, shape, neg(to), neg(from), dtype)); };
  Array x;
  if (!is_known(from) || !is_known(to)) {
    Array least = convert(tail, dtype);
    Array high_part = beyond(key, shape, maximum(from, least), maximum(to, least), dtype);
    Array low_part =
        neg(beyond(key, shape, maximum(neg(to), least), maximum(neg(from), least), dtype));
    x = where(ge(from, tail), high_part,
              where(le(to, -tail), low_part, by_inverse(key, shape, from, to, dtype)));
  } else {
    x = from.number() >= tail  ? above_tail()
        : to.number() <= -tail ? below_tail()
                               : by_inverse(key, shape, from, to, dtype);
  }
  Array up = convert(std::numeric_limits<double>::infinity(), dtype);
  Array above = apply1(nextafter_op, {from, fit(up, from.shape())});
  Array below = apply1(nextafter_op, {to, fit(neg(up), to.shape())});
  return clip(x, above, below);
}

// The uniform samples have the dtype of p; a host scalar is converted to f32.
Array bernoulli(const Array& key, const Array& p, const std::optional<Shape>& shape) {
  Array chance = strong(inexact(p));
  if (shape) need_room(chance, *shape, "p");
  return lt(uniform(key, shape.value_or(chance.shape()), 0.0, 1.0, chance.dtype()), chance);
}

void need_chances(const Array& p, std::string_view who) {
  Array x = stop_gradient(inexact(p));
  check(all(logical_and(ge(x, 0.0), le(x, 1.0))), "value",
        str(who, ": `p` has an element outside [0, 1], expected probabilities"));
}

}  // namespace rng

namespace {

Array checked_bernoulli(const Array& key, const Array& p, const std::optional<Shape>& shape) {
  rng::need_chances(p, "rng.bernoulli");
  return rng::bernoulli(key, p, shape);
}

Array checked_uniform(const Array& key, const Shape& shape, const Array& low, const Array& high,
                      Dtype dtype) {
  Array from = inexact(low), to = inexact(high);
  check(logical_and(logical_and(isfinite(from), isfinite(to)), le(from, to)), "value",
        "rng.uniform: `low` is {0} and `high` is {1}, expected finite numbers with low <= high",
        {low, high});
  return rng::uniform(key, shape, low, high, dtype);
}

Array checked_truncated_normal(const Array& key, const Shape& shape, const Array& low,
                               const Array& high, Dtype dtype) {
  check(lt(low, high), "value",
        "rng.truncated_normal: `low` is {0} and `high` is {1}, expected low < high", {low, high});
  return rng::truncated_normal(key, shape, low, high, dtype);
}

constexpr std::string_view errors =
    "error[type] if `key` is not a PRNG key; error[dtype] if `dtype` is not supported";

}  // namespace

extern const Builtin rng_bits_builtin = {
    .signature = "rng.bits(inout key: key, shape: shape = (), dtype: dtype = u32) -> int[...]",
    .brief = "Samples uniformly distributed random bits as unsigned integers.",
    .params = {{"key", rng::key_text},
               {"shape", rng::shape_text},
               {"dtype", "Dtype of the result: u8, u16, u32, or u64."}},
    .errors = errors,
    .example = "rng.bits(rng.key(0), (2,)).shape  #> (2,)",
    .source = "jax.random.bits",
    .call = bind<&rng::bits>,
};

extern const Builtin rng_uniform_builtin = {
    .signature =
        "rng.uniform(inout key: key, shape: shape = (), low: real = 0.0, high: real = 1.0, "
        "dtype: dtype = f32) -> float[...]",
    .brief = "Samples uniformly from the half-open interval [low, high).",
    .params = {{"key", rng::key_text},
               {"shape", rng::shape_text},
               {"low", "Lower bound, inclusive."},
               {"high", "Upper bound, exclusive."},
               {"dtype", rng::float_text}},
    .errors =
        "error[type] if `key` is not a PRNG key; error[dtype] if `dtype` is not supported; "
        "error[value] if low > high, or if a bound is infinite or NaN",
    .example = "all(rng.uniform(rng.key(0), (9,)) < 1.0)  #> true",
    .source = "jax.random.uniform",
    .call = bind<&checked_uniform>,
};

extern const Builtin rng_normal_builtin = {
    .signature = "rng.normal(inout key: key, shape: shape = (), dtype: dtype = f32) -> float[...]",
    .brief = "Samples from the standard normal distribution (mean 0, variance 1).",
    .params = {{"key", rng::key_text}, {"shape", rng::shape_text}, {"dtype", rng::float_text}},
    .errors = errors,
    .example = "rng.normal(rng.key(0), (2, 3)).shape  #> (2, 3)",
    .source = "jax.random.normal",
    .call = bind<&rng::normal>,
};

extern const Builtin rng_truncated_normal_builtin = {
    .signature =
        "rng.truncated_normal(inout key: key, shape: shape = (), low: real = -2.0, high: real "
        "= 2.0, dtype: dtype = f32) -> float[...]",
    .brief = "Samples from the standard normal distribution truncated to the interval (low, high).",
    .params = {{"key", rng::key_text},
               {"shape", rng::shape_text},
               {"low", "Lower bound, exclusive."},
               {"high", "Upper bound, exclusive."},
               {"dtype", rng::float_text}},
    .errors =
        "error[type] if `key` is not a PRNG key; error[dtype] if `dtype` is not supported; "
        "error[value] if low >= high",
    .example = "all(abs(rng.truncated_normal(rng.key(0), (9,))) < 2.0)  #> true",
    .source = "jax.random.truncated_normal",
    .call = bind<&checked_truncated_normal>,
};

extern const Builtin rng_gumbel_builtin = {
    .signature = "rng.gumbel(inout key: key, shape: shape = (), dtype: dtype = f32) -> float[...]",
    .brief =
        "Samples from the standard Gumbel distribution: -log(-log(u)) with u uniform in (0, 1).",
    .params = {{"key", rng::key_text}, {"shape", rng::shape_text}, {"dtype", rng::float_text}},
    .errors = errors,
    .example = "rng.gumbel(rng.key(0), (2,)).shape  #> (2,)",
    .source = "jax.random.gumbel",
    .call = bind<&rng::gumbel>,
};

extern const Builtin rng_exponential_builtin = {
    .signature =
        "rng.exponential(inout key: key, shape: shape = (), dtype: dtype = f32) -> float[...]",
    .brief = "Samples from the exponential distribution of rate 1 (mean 1).",
    .params = {{"key", rng::key_text}, {"shape", rng::shape_text}, {"dtype", rng::float_text}},
    .errors = errors,
    .example = "all(rng.exponential(rng.key(0), (9,)) >= 0.0)  #> true",
    .source = "jax.random.exponential",
    .call = bind<&rng::exponential>,
};

extern const Builtin rng_bernoulli_builtin = {
    .signature =
        "rng.bernoulli(inout key: key, p: real[...] = 0.5, shape: shape = nil) -> bool[...]",
    .brief = "Samples from the Bernoulli distribution: true with probability `p`.",
    .params = {{"key", rng::key_text},
               {"p", "Probability of true, 0 ≤ p ≤ 1."},
               {"shape",
                "Shape of the result, to which `p` must broadcast. If nil, the shape of `p`."}},
    .errors =
        "error[value] if `p` is not in [0, 1]; error[type] if `key` is not a PRNG key; "
        "error[shape] if `p` cannot be broadcast to `shape`",
    .example = "any(rng.bernoulli(rng.key(0), 0.0, (9,)))  #> false",
    .source = "jax.random.bernoulli",
    .call = bind<&checked_bernoulli>,
};

}  // namespace rille
