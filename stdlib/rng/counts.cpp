// rng.geometric, poisson, binomial, multinomial.
#include <array>
#include <limits>
#include <numbers>

#include "stdlib/rng/drawn.h"
#include "stdlib/transform/loops.h"

namespace rille {
namespace rng {
namespace {

Dtype whole_dtype(Dtype dtype, std::string_view what) {
  if (is_integer(dtype) && rille::bits(dtype) >= 8) return dtype;
  throw labelled(Error(Code::dtype, str(what, ": `dtype` is ", dtype,
                                        ", expected an int dtype of at least 8 bits")),
                 "dtype");
}

// Converts integral floats to an int dtype. Larger values become the largest int of the dtype.
Array in_range(const Array& x, Dtype dtype) {
  int bits = rille::bits(dtype) - (kind(dtype) == DtypeKind::natural ? 0 : 1);
  double end = std::ldexp(1.0, bits);
  Array is_beyond = ge(x, end);
  Array most = kind(dtype) == DtypeKind::natural
                   ? bits_not(zeros(x.shape(), dtype))
                   : full(x.shape(), std::numeric_limits<int64_t>::max() >> (63 - bits), dtype);
  return where(is_beyond, most, convert(where(is_beyond, zeros_like(x), x), dtype));
}

Array numbers(const Shape& shape, double value, Dtype dtype) { return full(shape, value, dtype); }

// The number of trials up to and including the first success.
Array geometric(const Array& key, const Array& p, const SampleShape& shape, Dtype dtype) {
  whole_dtype(dtype, "rng.geometric");
  need_chances(p, "rng.geometric");
  Array chance = strong(inexact(p));
  if (is_narrow(chance.dtype())) chance = convert(chance, Dtype::f32);
  Array u = uniform(key, drawn_shape(shape, {{"p", p}}), 0.0, 1.0, chance.dtype());
  u = where(eq(u, 0.0), 1.0, u);
  return in_range(add(floor(div(drawn_log(u), drawn_log1p(neg(chance)))), 1.0), dtype);
}

// Rejection sampling as a loop. The carry has the number of the iteration, the key, and the samples
// so far. An element that has its sample keeps it; the loop ends when all elements have one.
struct RejectionSampling {
  Array key;
  Shape shape;
  Dtype dtype;
  double most;  // maximum number of iterations

  // `attempt` returns candidates, and for each whether it is accepted.
  Array run(
      const std::function<std::pair<Array, Array>(const Array& u, const Array& v)>& attempt) const {
    enum { number, drawn, done, key_now };
    LoopCarry begin{constant(Dtype::i64, int64_t{0}), numbers(shape, -1.0, dtype),
                    fit(constant(Dtype::boolean, false), shape), key};
    auto goes = [&](const LoopCarry& at) {
      return logical_and(any(logical_not(at[done])), lt(at[number], most));
    };
    auto turn = [&](const LoopCarry& at) {
      Array keys = split(at[key_now], {Extent(3)});
      Array u = uniform(one_of(keys, 1), shape, 0.0, 1.0, dtype);
      auto [k, taken] = attempt(sub(u, 0.5), uniform(one_of(keys, 2), shape, 0.0, 1.0, dtype));
      return LoopCarry{add(at[number], 1), where(taken, k, at[drawn]), logical_or(at[done], taken),
                       one_of(keys, 0)};
    };
    return run_while_loop(begin, goes, turn)[drawn];
  }
};

// Counts uniform samples until their product is below exp(-rate). source: Knuth, TAOCP 2, 3.4.1
Array poisson_by_products(const Array& key, const Array& rate, double most) {
  Shape shape = rate.shape();
  enum { number, count, key_now, product };
  LoopCarry begin{constant(Dtype::i64, int64_t{0}), fit(constant(Dtype::i64, int64_t{0}), shape),
                  key, numbers(shape, 0.0, Dtype::f32)};
  auto open = [&](const LoopCarry& at) { return gt(at[product], neg(rate)); };
  auto goes = [&](const LoopCarry& at) { return logical_and(any(open(at)), lt(at[number], most)); };
  auto turn = [&](const LoopCarry& at) {
    Array keys = split(at[key_now], {Extent(2)});
    Array u = uniform(one_of(keys, 1), shape, 0.0, 1.0, Dtype::f32);
    return LoopCarry{add(at[number], 1), where(open(at), add(at[count], 1), at[count]),
                     one_of(keys, 0), add(at[product], drawn_log(u))};
  };
  return sub(run_while_loop(begin, goes, turn)[count], 1);
}

// log k! with the rounding of XLA: fused multiply-adds, and 1 / 7.5 rounded. The last bits decide
// whether a candidate is accepted, so the more accurate `special.gammaln` would sometimes return
// other samples than JAX. The result is used for k > -1 only. source: Lanczos, SIAM J. Numer. Anal.
// 1 (1964); g = 7 and nine terms, P. Godfrey
Array log_factorial(const Array& k) {
  constexpr double g = 7, base = 0.99999999999980993;
  constexpr std::array terms = {676.5203681218851,     -1259.1392167224028,  771.32342877765313,
                                -176.61502916214059,   12.507343278686905,   -0.13857109526572012,
                                9.9843695780195716e-6, 1.5056327351493116e-7};
  Array sum = full(k.shape(), base, k.dtype());
  for (size_t i = 0; i < terms.size(); ++i) {
    sum = add(sum, div(terms[i], add(k, static_cast<double>(i) + 1)));
  }
  Array far = add(k, g + 0.5);
  Array log_far = add(drawn_log1p(mul(k, 1 / (g + 0.5))), std::log(g + 0.5));
  Array whole = fused(sub(add(k, 0.5), div(far, log_far)), log_far,
                      std::log(std::sqrt(2 * std::numbers::pi)));
  return add(whole, drawn_log(sum));
}

// (1 + e) log(1 + e) - e as a power series, because the terms cancel if e is small.
Array deviance(const Array& e) {
  Array tail = add(1.0 / 12, mul(e, add(-1.0 / 20, mul(e, 1.0 / 30))));
  return mul(mul(e, e), add(0.5, mul(e, add(-1.0 / 6, mul(e, tail)))));
}

// The logarithm of the Poisson probability of k for a large rate, for which the usual terms cancel.
// source: Loader, Fast and accurate computation of binomial probabilities (2000)
Array log_chance(const Array& k, const Array& rate) {
  Array e = div(sub(k, rate), rate), near = maximum(k, 1.0);
  Array root = mul(drawn_log(mul(near, 2 * std::numbers::pi)), 0.5);
  return neg(add(mul(rate, deviance(e)), add(root, div(1.0 / 12, near))));
}

// source: Hörmann, The transformed rejection method for generating Poisson random variables (1993)
// Elements that another method samples have the rate 1e5, as in JAX: the loop ends with the last
// element.
Array poisson_by_rejection(const Array& key, const Array& rate, const Array& is_large,
                           double most) {
  Array b = fused(sqrt(rate), 2.53, 0.931), a = fused(b, 0.02483, -0.059);
  Array inverse = add(div(1.1328, sub(b, 3.4)), 1.1239), top = sub(0.9277, div(3.6224, sub(b, 2)));
  Array log_rate = drawn_log(rate);
  auto attempt = [&](const Array& u, const Array& v) {
    Array side = sub(0.5, abs(u));
    Array slope = add(div(mul(a, 2.0), side), b);
    Array k = floor(add(fused(slope, u, rate), 0.43));
    Array s = drawn_log(div(mul(v, inverse), add(div(a, mul(side, side)), b)));
    Array bound = sub(fused(k, log_rate, neg(rate)), log_factorial(k));
    bound = where(is_large, log_chance(k, rate), bound);
    Array at_once = logical_and(ge(side, 0.07), le(v, top));
    Array never = logical_or(lt(k, 0.0), logical_and(lt(side, 0.013), gt(v, side)));
    return std::pair(k, logical_or(at_once, logical_and(logical_not(never), le(s, bound))));
  };
  return RejectionSampling{key, rate.shape(), Dtype::f32, most}.run(attempt);
}

double largest_int(Dtype dtype) {
  int bits = rille::bits(dtype) - (kind(dtype) == DtypeKind::natural ? 0 : 1);
  return std::ldexp(1.0, std::min(bits, 62)) - 1;
}

Array poisson(const Array& key, const Array& lam, const SampleShape& shape, Dtype dtype) {
  need_one(key);
  whole_dtype(dtype, "rng.poisson");
  Array given =
      fit(convert(lam, Dtype::f32), drawn_shape(shape, {{"lam", lam, ParamRange::not_negative}}));
  check(le(stop_gradient(given), largest_int(dtype)), "value",
        str("rng.poisson: `lam` is {0}, expected at most the largest ", dtype), {given});
  Array rate = minimum(stop_gradient(given), 1e37);
  Array is_small = logical_or(isnan(rate), lt(rate, 10.0));
  double most = largest_int(dtype);
  Array few = poisson_by_products(key, where(is_small, rate, 0.0), most);
  Array is_large = gt(rate, 1e4);
  Array many = poisson_by_rejection(key, where(is_small, 1e5, rate), is_large, most);
  Array out = where(is_small, convert(few, dtype), in_range(many, dtype));
  return where(eq(rate, 0.0), zeros_like(out), out);
}

// Adds geometric waiting times between successes until their sum exceeds the count.
// source: Devroye (1986), X.4
Array binomial_by_waits(const Array& key, const Array& count, const Array& chance) {
  Shape shape = count.shape();
  Dtype dtype = chance.dtype();
  Array log_miss = drawn_log1p(neg(chance));
  enum { number, waits, key_now };
  LoopCarry begin{numbers(shape, 0.0, dtype), numbers(shape, 0.0, dtype), key};
  auto goes = [&](const LoopCarry& at) { return any(le(at[waits], count)); };
  auto turn = [&](const LoopCarry& at) {
    Array keys = split(at[key_now], {Extent(2)});
    Array u = uniform(one_of(keys, 0), shape, 0.0, 1.0, dtype);
    Array made = where(le(at[waits], count), add(at[number], 1.0), at[number]);
    return LoopCarry{made, add(at[waits], ceil(div(drawn_log(u), log_miss))), one_of(keys, 1)};
  };
  return sub(run_while_loop(begin, goes, turn)[number], 1.0);
}

// The error of Stirling's approximation of log k!.
Array stirling_rest(const Array& k) {
  constexpr std::array first = {0.0810614667953272,  0.0413406959554092, 0.0276779256849983,
                                0.02079067210376509, 0.0166446911898211, 0.0138761288230707,
                                0.0118967099458917,  0.010411265261972,  0.00925546218271273,
                                0.00833056343336287};
  Array near = clip(k, 0.0, 9.0), next = add(near, 1.0), square = mul(next, next);
  Array rest = sub(1.0 / 360, div(1.0 / 1260, square));
  Array far = div(sub(1.0 / 12, div(rest, square)), next);
  Arrays values;
  for (double value : first) values.emplace_back(value);
  Array table = convert(literal(values), k.dtype());
  Array found = take(table, convert(floor(near), Dtype::i32), 0, BoundsMode::clip);
  return where(le(k, 9.0), found, far);
}

// source: Hörmann, The generation of binomial random variates (1993), BTRS
Array binomial_by_rejection(const Array& key, const Array& count, const Array& chance) {
  Array whole = mul(count, chance), deviation = sqrt(mul(whole, sub(1.0, chance)));
  Array b = fused(deviation, 2.53, 1.15);
  Array a = fused(chance, 0.01, fused(b, 0.0248, -0.0873)), c = add(whole, 0.5);
  Array top = sub(0.92, div(4.2, b)), odds = div(chance, sub(1.0, chance));
  Array alpha = mul(add(div(5.1, b), 2.83), deviation);
  Array m = floor(mul(add(count, 1.0), chance)), left = add(sub(count, m), 1.0);
  auto attempt = [&](const Array& u, const Array& given) {
    Array side = sub(0.5, abs(u));
    Array at_once = logical_and(ge(side, 0.07), le(given, top));
    Array k = floor(fused(add(div(mul(a, 2.0), side), b), u, c)), rest = add(sub(count, k), 1.0);
    Array never = logical_or(lt(k, 0.0), gt(k, count));
    Array v = drawn_log(div(mul(given, alpha), add(div(a, mul(side, side)), b)));
    Array off = sub(k, whole), near = maximum(k, 1.0), other = maximum(sub(count, k), 1.0);
    Array most = mul(count, sub(1.0, chance));
    Array large =
        add(mul(whole, deviance(div(off, whole))), mul(most, deviance(neg(div(off, most)))));
    large = neg(add(large, mul(drawn_log(mul(div(near, whole), div(other, most))), 0.5)));
    Array bound = mul(add(m, 0.5), drawn_log(div(add(m, 1.0), mul(odds, left))));
    bound = fused(add(count, 1.0), drawn_log(div(left, rest)), bound);
    bound = fused(add(k, 0.5), drawn_log(div(mul(odds, rest), add(k, 1.0))), bound);
    bound = add(add(bound, stirling_rest(m)), stirling_rest(sub(count, m)));
    bound = sub(sub(bound, stirling_rest(k)), stirling_rest(sub(count, k)));
    bound = where(gt(whole, 1e4), large, bound);
    return std::pair(k, logical_or(at_once, logical_and(logical_not(never), le(v, bound))));
  };
  double most = std::numeric_limits<int32_t>::max();
  return RejectionSampling{key, count.shape(), chance.dtype(), most}.run(attempt);
}

}  // namespace

Array binomial(const Array& key, const Array& n, const Array& p, const SampleShape& shape,
               Dtype dtype) {
  need_one(key);
  bits_of(dtype);
  Shape drawn = drawn_shape(shape, {{"n", n, ParamRange::not_negative}, {"p", p}});
  need_chances(p, "rng.binomial");
  Array chance = stop_gradient(fit(strong(inexact(p)), drawn));
  if (is_narrow(chance.dtype())) chance = convert(chance, Dtype::f32);
  Array count = stop_gradient(fit(convert(n, chance.dtype()), drawn));
  Array is_low = lt(chance, 0.5), q = where(is_low, chance, sub(1.0, chance));
  Array no_chance = logical_or(isnan(q), lt(q, 0.0));
  Array no_count = logical_or(isnan(count), lt(count, 0.0)), endless = isinf(count);
  q = add(where(no_chance, 0.01, q), 0.0);  // turns -0 into 0: with -0 the loop would not end
  Array waits = logical_or(no_count, le(mul(count, q), 10.0));
  count = floor(count);
  Array few = binomial_by_waits(key, where(waits, count, 0.0), q);
  Array many = binomial_by_rejection(key, where(waits, 1e4, count), where(waits, 0.5, q));
  Array out = convert(where(waits, few, many), dtype), invalid = logical_or(no_chance, no_count);
  out = where(invalid, std::nan(""), out);
  out = where(logical_and(endless, logical_not(invalid)), INFINITY, out);
  Array as_it_is = logical_or(logical_or(is_low, no_count), logical_or(isnan(chance), endless));
  return where(as_it_is, out, sub(convert(count, dtype), out));
}

namespace {

// Samples each category from a binomial of the trials that the previous categories left.
Array multinomial(const Array& key, const Array& n, const Array& p, const SampleShape& shape,
                  Dtype dtype) {
  need_one(key);
  bits_of(dtype);
  Shape whole = shape.value_or(p.shape());
  need_room(p, whole, "p");
  Shape batch(whole.begin(), whole.end() - 1);
  need_room(n, batch, "n");
  Arrays both{strong(inexact(n)), strong(inexact(p))};
  promote_together(both);
  for (Array& each : both) each = is_narrow(each.dtype()) ? convert(each, Dtype::f32) : each;
  Array weights = stop_gradient(both[1]), some = sum(weights, Ints{-1});
  check(logical_and(all(ge(weights, 0.0)), all(logical_and(gt(some, 0.0), isfinite(some)))),
        "value", "rng.multinomial: `p` is invalid, expected elements >= 0 with a finite sum > 0");
  check(all(ge(stop_gradient(both[0]), 0.0)), "value",
        "rng.multinomial: `n` has a negative element, expected elements >= 0");
  Array left = fit(stop_gradient(both[0]), batch);
  Array chances = move_axis(fit(stop_gradient(both[1]), whole), -1, 0);
  Array rest = flip(cumsum(flip(chances, Ints{0}), 0), Ints{0});
  Array ratios = div(chances, where(eq(rest, 0.0), 1.0, rest));
  Array keys = split(key, {whole.back()});
  Dtype own = left.dtype();
  auto turn = [&](const Arrays& at) {
    Array count = binomial(at[2], at[0], clip(at[1], 0.0, 1.0), batch, own);
    return Arrays{sub(at[0], count), count};
  };
  Array counts = run_scan_loop({left}, {ratios, keys}, turn)[1];
  return convert(move_axis(counts, 0, -1), dtype);
}

}  // namespace
}  // namespace rng

extern const Builtin rng_geometric_builtin = {
    .signature =
        "rng.geometric(inout key: key, p: real[...], shape: shape = nil, dtype: dtype = "
        "i32) -> int[...]",
    .brief =
        "Samples from the geometric distribution. A sample is the number of trials up to and "
        "including the first success, at least 1.",
    .params = {{"key", rng::key_text},
               {"p", "Probability of success of each trial, 0 ≤ p ≤ 1."},
               {"shape", rng::parameters_shape},
               {"dtype", "Int dtype of the result, of at least 8 bits. Larger samples saturate."}},
    .errors =
        "error[value] if `p` is not in [0, 1]; error[type] if `key` is not a PRNG key; "
        "error[dtype] if `dtype` is not an int dtype of at least 8 bits; error[shape] if `p` "
        "cannot be broadcast to `shape`",
    .example = "all(rng.geometric(rng.key(0), 0.5, (9,)) >= 1)  #> true",
    .source = "jax.random.geometric",
    .call = bind<&rng::geometric>,
};

extern const Builtin rng_poisson_builtin = {
    .signature =
        "rng.poisson(inout key: key, lam: real[...], shape: shape = nil, dtype: dtype = "
        "i32) -> int[...]",
    .brief = "Samples from the Poisson distribution of mean `lam`.",
    .params = {{"key", rng::key_text},
               {"lam", "Mean, from 0 to the largest int of `dtype`. It is converted to f32."},
               {"shape", rng::parameters_shape},
               {"dtype", "Int dtype of the result, of at least 8 bits."}},
    .errors = rng::draw_errors,
    .example = "all(rng.poisson(rng.key(0), 4.0, (9,)) >= 0)  #> true",
    .source = "jax.random.poisson",
    .call = bind<&rng::poisson>,
};

extern const Builtin rng_binomial_builtin = {
    .signature =
        "rng.binomial(inout key: key, n: real[...], p: real[...], shape: shape = nil, "
        "dtype: dtype = f32) -> float[...]",
    .brief =
        "Samples from the binomial distribution. A sample is the number of successes in `n` "
        "independent trials.",
    .params = {{"key", rng::key_text},
               {"n", "Number of trials, ≥ 0."},
               {"p", "Probability of success of each trial, 0 ≤ p ≤ 1."},
               {"shape", rng::parameters_shape},
               {"dtype", rng::float_text}},
    .returns = "integers as floats",
    .errors = rng::draw_errors,
    .example = "all(rng.binomial(rng.key(0), 9, 0.5, (9,)) <= 9.0)  #> true",
    .source = "jax.random.binomial",
    .call = bind<&rng::binomial>,
};

extern const Builtin rng_multinomial_builtin = {
    .signature =
        "rng.multinomial(inout key: key, n: real[...], p: real[..., _], shape: shape = "
        "nil, dtype: dtype = f32) -> float[..., _]",
    .brief =
        "Samples from the multinomial distribution. A sample is the number of the `n` trials in "
        "each category.",
    .params = {{"key", rng::key_text},
               {"n", "Number of trials, ≥ 0. Broadcasts to the shape without its last axis."},
               {"p",
                "Weights of the categories along the last axis, ≥ 0; they are normalized to sum to "
                "1."},
               {"shape",
                "Shape of the result, whose last axis is that of the categories. If nil, the shape "
                "of `p`."},
               {"dtype", rng::float_text}},
    .returns = "integers as floats, which sum to `n` along the last axis",
    .errors =
        "error[value] if `p` or `n` has a negative or NaN element, or if `p` sums to 0 or to "
        "infinity; error[shape] if `n` or `p` cannot be broadcast to `shape`",
    .example = "sum(rng.multinomial(rng.key(0), 9, [0.2, 0.3, 0.5]))  #> 9",
    .source = "jax.random.multinomial",
    .call = bind<&rng::multinomial>,
};

}  // namespace rille
