// rng.bits, uniform, normal and kin: draws of floats.
#include <limits>
#include <span>

#include "stdlib/rng/drawn.h"

namespace rille {
namespace rng {
namespace {

Dtype natural_of(int bits) {
  switch (bits) {
    case 8: return Dtype::u8;
    case 16: return Dtype::u16;
    case 32: return Dtype::u32;
    default: return Dtype::u64;
  }
}

// In [0, 1): random bits as the mantissa of a number from 1 to 2, less 1.
Array unit(const Array& key, const Shape& shape, Dtype dtype) {
  FloatBits form = bits_of(dtype);
  int drawn = form.mantissa < 8 ? 8 : form.whole;
  Dtype word = natural_of(form.whole);
  Array random = convert(bits(key, shape, natural_of(drawn)), word);
  random = bits_or(shift_right(random, drawn - form.mantissa), constant(word, form.one));
  return sub(apply1(bitcast_op, {random}, {{"dtype", dtype}}), 1.0);
}

// erf with the steps of XLA's kernels, fused: Eigen's quotient of two polynomials in x^2, to the
// last float below 1. The bounds of truncated_normal pass through it; op::erf is more exact.
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
  if (kind(dtype) != Kind::natural || rille::bits(dtype) < 8) {
    throw labelled(Error(Code::dtype, str("random bits come in u8, u16, u32 and u64, got ", dtype)),
                   "dtype");
  }
  return apply1(rng_bits_op, {key}, {{"dtype", dtype}, {"shape", shape}});
}

Array uniform(const Array& key, const Shape& shape, const Array& low, const Array& high,
              Dtype dtype) {
  Array from = convert(low, dtype), to = convert(high, dtype);
  return maximum(fused(unit(key, shape, dtype), sub(to, from), from), from);
}

// The inverse error function with JAX's bits.
static Array drawn(const Array& u) { return apply1(erf_inv_op, {u}, {{"peer", true}}); }

Array drawn_log1p(const Array& x) { return apply1(log1p_op, {x}, {{"peer", true}}); }

Array normal(const Array& key, const Shape& shape, Dtype dtype) {
  double above_minus_one = std::ldexp(1.0, -bits_of(dtype).mantissa - 1) - 1.0;
  Array u = uniform(key, shape, above_minus_one, 1.0, dtype);
  return mul(drawn(u), std::sqrt(2.0));
}

Array gumbel(const Array& key, const Shape& shape, Dtype dtype) {
  return neg(log(neg(log(uniform(key, shape, bits_of(dtype).tiny, 1.0, dtype)))));
}

Array exponential(const Array& key, const Shape& shape, Dtype dtype) {
  return neg(drawn_log1p(neg(uniform(key, shape, 0.0, 1.0, dtype))));
}

// The result is kept strictly between the bounds, whatever was rounded.
Array truncated_normal(const Array& key, const Shape& shape, const Array& low, const Array& high,
                       Dtype dtype) {
  bits_of(dtype);
  Array from = convert(low, dtype), to = convert(high, dtype);
  Array root = convert(std::sqrt(2.0), dtype);
  Array inverse = convert(1.0 / root.number(), dtype);  // XLA multiplies by it
  Array up = convert(std::numeric_limits<double>::infinity(), dtype);
  Array u = uniform(key, shape, erf_of(mul(from, inverse)), erf_of(mul(to, inverse)), dtype);
  Array above = apply1(nextafter_op, {from, fit(up, from.shape())});
  Array below = apply1(nextafter_op, {to, fit(neg(up), to.shape())});
  return clip(mul(root, drawn(u)), above, below);
}

// The chance's dtype is that of the draw; a host number counts as f32.
Array bernoulli(const Array& key, const Array& p, const std::optional<Shape>& shape) {
  Array chance = strong(inexact(p));
  if (shape) need_room(chance, *shape, "p");
  return lt(uniform(key, shape.value_or(chance.shape()), 0.0, 1.0, chance.dtype()), chance);
}

}  // namespace rng

namespace {

constexpr std::string_view errors =
    "error[type] where key is no key; error[dtype] of a wrong dtype";

}  // namespace

extern const Builtin rng_bits_builtin = {
    .signature = "rng.bits(inout key: key, shape: shape = (), dtype: dtype = u32) -> int[...]",
    .brief = "Random bits; a place `&key` moves on.",
    .params = {{"dtype", "u8, u16, u32 or u64"}},
    .errors = errors,
    .example = "rng.bits(rng.key(0), (2,)).shape  #> (2,)",
    .source = "jax.random.bits; of a place `&key`, of the second half of its split",
    .call = bind<&rng::bits>,
};

extern const Builtin rng_uniform_builtin = {
    .signature =
        "rng.uniform(inout key: key, shape: shape = (), low: real = 0.0, high: real = 1.0, "
        "dtype: dtype = f32) -> float[...]",
    .brief = "Numbers from low up to high, all equally likely; a place `&key` moves on.",
    .params = {{"low", "the least result"}, {"high", "above all results"}},
    .errors = errors,
    .example = "all(rng.uniform(rng.key(0), (9,)) < 1.0)  #> true",
    .source = "jax.random.uniform; of a place `&key`, of the second half of its split",
    .call = bind<&rng::uniform>,
};

extern const Builtin rng_normal_builtin = {
    .signature = "rng.normal(inout key: key, shape: shape = (), dtype: dtype = f32) -> float[...]",
    .brief = "Numbers of mean 0 and variance 1 from the bell curve; a place `&key` moves on.",
    .errors = errors,
    .example = "rng.normal(rng.key(0), (2, 3)).shape  #> (2, 3)",
    .source = "jax.random.normal; of a place `&key`, of the second half of its split",
    .call = bind<&rng::normal>,
};

extern const Builtin rng_truncated_normal_builtin = {
    .signature =
        "rng.truncated_normal(inout key: key, shape: shape = (), low: real = -2.0, high: real "
        "= 2.0, dtype: dtype = f32) -> float[...]",
    .brief = "The bell curve between low and high; a place `&key` moves on.",
    .errors = errors,
    .example = "all(abs(rng.truncated_normal(rng.key(0), (9,))) < 2.0)  #> true",
    .source = "jax.random.truncated_normal; of a place `&key`, of the second half of its split",
    .call = bind<&rng::truncated_normal>,
};

extern const Builtin rng_gumbel_builtin = {
    .signature = "rng.gumbel(inout key: key, shape: shape = (), dtype: dtype = f32) -> float[...]",
    .brief = "Numbers from the Gumbel distribution, -log(-log(u)); a place `&key` moves on.",
    .errors = errors,
    .example = "rng.gumbel(rng.key(0), (2,)).shape  #> (2,)",
    .source = "jax.random.gumbel; of a place `&key`, of the second half of its split",
    .call = bind<&rng::gumbel>,
};

extern const Builtin rng_exponential_builtin = {
    .signature =
        "rng.exponential(inout key: key, shape: shape = (), dtype: dtype = f32) -> float[...]",
    .brief = "Waiting times of mean 1; a place `&key` moves on.",
    .errors = errors,
    .example = "all(rng.exponential(rng.key(0), (9,)) >= 0.0)  #> true",
    .source = "jax.random.exponential; of a place `&key`, of the second half of its split",
    .call = bind<&rng::exponential>,
};

extern const Builtin rng_bernoulli_builtin = {
    .signature =
        "rng.bernoulli(inout key: key, p: real[...] = 0.5, shape: shape = nil) -> bool[...]",
    .brief = "true with the chance p; a place `&key` moves on.",
    .params = {{"p", "the chance of true"}, {"shape", "nil: that of p"}},
    .errors = errors,
    .example = "any(rng.bernoulli(rng.key(0), 0.0, (9,)))  #> false",
    .source = "jax.random.bernoulli; of a place `&key`, of the second half of its split",
    .call = bind<&rng::bernoulli>,
};

}  // namespace rille
