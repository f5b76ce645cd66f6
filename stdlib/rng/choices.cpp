// rng.randint, permutation, categorical, choice.
#include <limits>

#include "stdlib/rng/drawn.h"
#include "stdlib/transform/loops.h"

namespace rille {
namespace rng {
namespace {

struct ClippedBound {
  Array value;        // the bound, clipped to the dtype
  Array beyond = {};  // bool[]: whether the bound is above the largest number of the dtype
};

int64_t largest(Dtype dtype) {
  int bits = rille::bits(dtype);
  if (kind(dtype) == DtypeKind::natural) return bits == 64 ? INT64_MAX : (int64_t{1} << bits) - 1;
  return bits == 64 ? INT64_MAX : (int64_t{1} << (bits - 1)) - 1;
}

int64_t smallest(Dtype dtype) {
  return kind(dtype) == DtypeKind::natural ? 0 : -largest(dtype) - 1;
}

// A bound outside of the dtype's range is clipped to it. An upper bound of 256 for u8 is valid.
ClippedBound bound_of(const Array& given, Dtype dtype) {
  if (given.dtype() == dtype) return {convert(given, dtype), constant(Dtype::boolean, false)};
  Array wide = convert(given, Dtype::i64);
  Array most = constant(Dtype::i64, largest(dtype)), least = constant(Dtype::i64, smallest(dtype));
  return {convert(clip(wide, least, most), dtype), gt(wide, most)};
}

Array modulo(const Array& x, const Array& span) {
  Shape shape = common_shape(std::vector<Array>{x, span}, "rng.randint");
  return apply1(rem_op, {fit(x, shape), fit(span, shape)});
}

Dtype natural_of(Dtype dtype) { return rille::bits(dtype) == 32 ? Dtype::u32 : Dtype::u64; }

}  // namespace

// The random number has twice as many bits as the result, so that the bias of the remainder is
// negligible.
Array randint(const Array& key, const Shape& shape, const Array& low, const Array& high,
              Dtype dtype) {
  need_one(key);
  if (!is_integer(dtype)) {
    throw labelled(
        Error(Code::dtype, str("rng.randint: `dtype` is ", dtype, ", expected an int dtype")),
        "dtype");
  }
  need_room(low, shape, "low");
  need_room(high, shape, "high");
  if (rille::bits(dtype) < 32) {  // with twice the bits of such a dtype the bias is not negligible
    Array least = constant(Dtype::i64, smallest(dtype));
    Array most = constant(Dtype::i64, largest(dtype)), beyond = add(most, 1);
    Array lowest = clip(convert(low, Dtype::i64), least, most);
    Array above = clip(convert(high, Dtype::i64), least, beyond);
    return convert(randint(key, shape, lowest, above, Dtype::i32), dtype);
  }
  ClippedBound from = bound_of(low, dtype), to = bound_of(high, dtype);
  Dtype word = natural_of(dtype);
  Array keys = split(key, {Extent(2)});
  Array upper = bits(one_of(keys, 0), shape, word), lower = bits(one_of(keys, 1), shape, word);
  Array span = convert(sub(to.value, from.value), word);
  span = where(le(to.value, from.value), ones_like(span), span);
  span = where(logical_and(to.beyond, gt(to.value, from.value)), add(span, 1), span);
  Array factor = modulo(constant(word, int64_t{1} << (rille::bits(word) / 2)), span);
  factor = modulo(mul(factor, factor), span);
  Array offset = add(mul(modulo(upper, span), factor), modulo(lower, span));
  return add(from.value, convert(modulo(offset, span), dtype));
}

namespace {

// Sorts by random sort keys. With many elements, equal sort keys are likely, so the sort is
// repeated (the bound of JAX: 3 log(count) / log(2^32 - 1) rounds).
Array shuffled(Array key, Array x, int64_t axis) {
  need_one(key);
  auto count = static_cast<double>(std::max<size_t>(1, x.size()));
  auto rounds = static_cast<int>(std::ceil(3 * std::log(count) / std::log(4294967295.0)));
  for (int i = 0; i < rounds; ++i) {
    Array sub = next(key);
    Arrays in{bits(sub, x.shape(), Dtype::u32), x};
    x = rille::apply(sort_op, in, {{"axis", axis}, {"num_keys", int64_t{1}}})[1];
  }
  return x;
}

}  // namespace

Array permutation(const Array& key, const Array& x, int64_t axis, bool independent) {
  if (x.rank() == 0) {
    bool is_count = is_integer(x.dtype()) && !x.is_traced();
    if (is_count && x.integer() < 0) {
      Error error(Code::value,
                  str("rng.permutation: `x` is ", x.integer(), ", expected a count >= 0"));
      throw labelled(std::move(error), "x");
    }
    if (!is_count) {
      Error error(Code::type,
                  str("rng.permutation: `x` is ", x.is_traced() ? text(x.type()) : text(x),
                      ", expected a static count >= 0 or an array"));
      throw labelled(std::move(error), "x");
    }
    return shuffled(key, arange(0, x.integer()), 0);
  }
  int64_t at = axis_of(axis, x);
  if (independent || x.rank() == 1) return shuffled(key, x, at);
  int64_t size = x.type().extent(static_cast<int>(at)).number();
  return take(x, shuffled(key, arange(0, size), 0), at);
}

namespace {

// Several distinct indices along the axis: the top-k of the logits plus Gumbel noise.
Array categories_once(const Array& key, const Array& logits, int64_t axis, const Shape& shape,
                      size_t batch) {
  auto front = shape.end() - static_cast<std::ptrdiff_t>(batch);
  int64_t count = Type(Dtype::u8, Shape(shape.begin(), front)).count();
  int64_t size = logits.type().extent(static_cast<int>(axis)).number();
  if (count > size) {
    Error error(Code::value, str("rng.categorical: cannot sample ", count, " of ", size,
                                 " categories without replacement"));
    throw labelled(labelled(std::move(error), "logits"), "shape");
  }
  Array can_be = gt(stop_gradient(logits), -std::numeric_limits<double>::infinity());
  check(all(ge(sum(convert(can_be, Dtype::i32), Ints{axis}), count)), "value",
        str("rng.categorical: `logits` has fewer than ", count,
            " elements above -inf, too few to sample without replacement"));
  Array noisy = add(logits, gumbel(key, logits.shape(), logits.dtype()));
  Array places = top_k(move_axis(noisy, axis, -1), count)[1];
  return reshape_to(move_axis(places, -1, 0), shape);
}

}  // namespace

Array categorical(const Array& key, const Array& logits, int64_t axis,
                  const std::optional<Shape>& shape, bool replace) {
  Array given = strong(inexact(logits));
  int64_t at = axis_of(axis, given);
  Shape batch = given.shape();
  batch.erase(batch.begin() + at);
  Shape wanted = shape.value_or(batch);
  bool ends_in_batch =
      wanted.size() >= batch.size() && std::equal(batch.rbegin(), batch.rend(), wanted.rbegin());
  if (!ends_in_batch) {
    Error error(Code::shape, str("rng.categorical: `shape` is ", text(wanted),
                                 ", expected a shape that ends in ", text(batch),
                                 ", the shape of `logits` without the axis"));
    throw labelled(std::move(error), "shape");
  }
  Array can_be = gt(stop_gradient(given), -std::numeric_limits<double>::infinity());
  check(logical_and(all(any(can_be, Ints{at})), logical_not(any(isnan(stop_gradient(given))))),
        "value", "rng.categorical: `logits` contains NaN, or is -inf for every category");
  if (!replace) return categories_once(key, given, at, wanted, batch.size());
  size_t more = wanted.size() - batch.size();
  Shape drawn(wanted.begin(), wanted.begin() + static_cast<std::ptrdiff_t>(more));
  drawn.insert(drawn.end(), given.shape().begin(), given.shape().end());
  Array noisy = add(gumbel(key, drawn, given.dtype()), given);
  return argmax(noisy, at + static_cast<int64_t>(more));
}

namespace {

// A pseudorandom permutation of the integers below 4^half, applied to x: a Feistel network. Each
// round mixes one half of the bits with a keyed hash of the other half.
// source: Luby and Rackoff, SIAM J. Comput. 17 (1988)
Array mixed(const Array& keys, const Array& x, int half, int64_t rounds) {
  auto word = [](int64_t value) { return constant(Dtype::u32, value); };
  Array mask = fit(word((int64_t{1} << half) - 1), x.shape());
  Array left = shift_right(x, half), right = bits_and(x, mask);
  for (int64_t i = 0; i < rounds; ++i) {
    Array key = fit(one_of(keys, i), x.shape());
    Array made = rng::key_data(fold_in(key, right));
    made = squeeze(slice_axis(made, -1, 0, 1), Ints{-1});
    Array next = bits_xor(left, bits_and(made, mask));
    left = right;
    right = next;
  }
  return bits_or(shift_left(left, half), right);
}

// `draws` distinct integers below `size`: the images of 0, 1, … under a permutation of a larger
// range, applied again while an image is not below `size`. This avoids a sort of all elements.
Array few_places(const Array& key, int64_t size, int64_t draws) {
  int half = 1;
  while ((int64_t{1} << (2 * half)) < size) ++half;
  constexpr int64_t rounds = 6;
  Array keys = split(key, {Extent(rounds)});
  Array begin = convert(arange(0, draws), Dtype::u32);
  auto is_beyond = [&](const Array& x) { return ge(x, constant(Dtype::u32, size)); };
  auto goes = [&](const LoopCarry& at) { return any(is_beyond(at[0])); };
  auto turn = [&](const LoopCarry& at) {
    return LoopCarry{where(is_beyond(at[0]), mixed(keys, at[0], half, rounds), at[0])};
  };
  return convert(run_while_loop({mixed(keys, begin, half, rounds)}, goes, turn)[0], Dtype::i32);
}

// Whether to use few_places(). If not, the samples are the first elements of a permutation, as in
// JAX.
bool are_few(int64_t draws, int64_t size) {
  return size > 65536 && size <= std::numeric_limits<int32_t>::max() && draws <= size / 8;
}

Array with_chances(const Array& key, const Array& p, int64_t draws, const Shape& shape,
                   bool replace) {
  Array chances = strong(inexact(p)), known = stop_gradient(chances);
  check(logical_and(all(logical_and(ge(known, 0.0), isfinite(known))), any(gt(known, 0.0))),
        "value", "rng.choice: `p` is invalid, expected finite elements >= 0 with a sum > 0");
  chances = mul(chances, where(isfinite(sum(known)), 1.0, 0x1p-64));  // the sum may overflow
  if (!replace) {
    check(ge(sum(convert(gt(known, 0.0), Dtype::i32)), draws), "value",
          str("rng.choice: `p` has fewer than ", draws,
              " elements > 0, too few to sample without replacement"));
    Array noisy = add(gumbel(key, chances.shape(), chances.dtype()), drawn_log(chances));
    return reshape_to(top_k(noisy, draws)[1], shape);
  }
  Array steps = cumsum(chances, 0);
  Array last = squeeze(slice_axis(steps, 0, static_cast<int64_t>(steps.size()) - 1, 1));
  Array u = uniform(key, shape, 0.0, 1.0, steps.dtype());
  Array place = expand(mul(last, sub(1.0, u)), {-1});
  return sum(lt(steps, place), Ints{-1});
}

}  // namespace

Array choice(const Array& key, const Array& from, const Shape& shape, bool replace,
             const std::optional<Array>& p, int64_t axis) {
  bool counted = from.rank() == 0;
  int64_t at = counted ? 0 : axis_of(axis, from);
  int64_t size = counted ? from.integer() : from.type().extent(static_cast<int>(at)).number();
  int64_t draws = Type(Dtype::u8, shape).count();
  if (size <= 0 && draws > 0) {
    throw labelled(Error(Code::value, "rng.choice: `from` is empty"), "from");
  }
  if (!replace && draws > size) {
    Error error(Code::value, str("rng.choice: cannot sample ", draws, " of ", size,
                                 " elements without replacement"));
    throw labelled(labelled(std::move(error), "from"), "shape");
  }
  if (p && p->shape() != Shape{Extent(size)}) {
    Error error(Code::shape, str("rng.choice: `p` is ", p->type(), ", expected shape [", size,
                                 "], one probability per element"));
    throw labelled(labelled(std::move(error), "from"), "p");
  }
  Array places;
  if (p) {
    places = with_chances(key, *p, draws, shape, replace);
  } else if (replace) {
    places = randint(key, shape, 0, size, Dtype::i32);
  } else if (are_few(draws, size)) {
    places = reshape_to(few_places(key, size, draws), shape);
  } else {
    Array all = permutation(key, counted ? Array(size) : strong(from), at);
    Array first = slice_axis(all, at, 0, draws);
    Shape out = first.shape();
    auto place = out.erase(out.begin() + at);
    out.insert(place, shape.begin(), shape.end());
    return reshape_to(first, out);
  }
  return counted ? places : take(from, places, at);
}

}  // namespace rng

namespace {

// A count must be static under jit; the elements of an array need not.
void need_count(State& state, const Array& x) {
  if (x.rank() == 0) need_known(state, Value(x));
}

Array permutation(State& state, const Array& key, const Array& x, int64_t axis, bool independent) {
  need_count(state, x);
  return rng::permutation(key, x, axis, independent);
}

Array choice(State& state, const Array& key, const Array& from, const Shape& shape, bool replace,
             const std::optional<Array>& p, int64_t axis) {
  need_count(state, from);
  return rng::choice(key, from, shape, replace, p, axis);
}

Array checked_randint(const Array& key, const Shape& shape, const Array& low, const Array& high,
                      Dtype dtype) {
  check(lt(low, high), "value", "rng.randint: `low` is {0} and `high` is {1}, expected low < high",
        {low, high});
  if (is_integer(dtype) && rille::bits(dtype) < 64) {
    Array least = constant(Dtype::i64, rng::smallest(dtype));
    Array most = constant(Dtype::i64, rng::largest(dtype) + 1);
    Array from = convert(low, Dtype::i64), to = convert(high, Dtype::i64);
    check(logical_and(ge(from, least), le(to, most)), "value",
          str("rng.randint: `dtype` is ", dtype,
              ", which cannot represent all ints from {0} up to {1}"),
          {low, high});
  }
  return rng::randint(key, shape, low, high, dtype);
}

}  // namespace

extern const Builtin rng_randint_builtin = {
    .signature =
        "rng.randint(inout key: key, shape: shape, low: number[...], high: number[...], dtype: "
        "dtype = i32) -> int[...]",
    .brief = "Samples integers uniformly from the half-open interval [low, high).",
    .params = {{"key", rng::key_text},
               {"shape", "Shape of the result, to which `low` and `high` must broadcast."},
               {"low", "Lower bound, inclusive."},
               {"high", "Upper bound, exclusive."},
               {"dtype", "Int dtype of the result."}},
    .errors =
        "error[type] if `key` is not a PRNG key; error[dtype] if `dtype` is not an int dtype; "
        "error[shape] if `low` or `high` cannot be broadcast to `shape`; error[value] if low >= "
        "high, or if `dtype` cannot represent the interval",
    .example = "all(rng.randint(rng.key(0), (9,), 0, 3) < 3)  #> true",
    .source = "jax.random.randint",
    .call = bind<&checked_randint>,
};

extern const Builtin rng_permutation_builtin = {
    .signature =
        "rng.permutation(inout key: key, x: int or any[_, ...], axis: int = 0, independent: bool "
        "= false) -> array",
    .brief = "Returns a random permutation of the elements along an axis, or of `arange(n)`.",
    .params = {{"key", rng::key_text},
               {"x", "Array to permute, or an int n for `arange(n)`, n ≥ 0 and static under jit."},
               {"axis", "Axis along which the elements are permuted."},
               {"independent",
                "If true, every slice along the axis gets its own permutation; if false, all get "
                "the same."}},
    .errors =
        "error[value] if a count is negative; error[type] if `x` is a scalar that is not an int; "
        "error[trace] if a count is traced",
    .example = "sort(rng.permutation(rng.key(0), 4))  #> [0, 1, 2, 3]",
    .source = "jax.random.permutation",
    .call = bind<&permutation>,
};

extern const Builtin rng_categorical_builtin = {
    .signature =
        "rng.categorical(inout key: key, logits: real[...], axis: int = -1, shape: shape = nil, "
        "replace: bool = true) -> i32[...]",
    .brief =
        "Samples indices from the categorical distribution of `logits`. Index i has the "
        "probability softmax(logits)[i] along the axis.",
    .params = {{"key", rng::key_text},
               {"logits", "Unnormalized log-probabilities."},
               {"axis", "Axis of the categories."},
               {"shape",
                "Shape of the result. It must end in the shape of `logits` without the axis. If "
                "nil, the result has that shape."},
               {"replace",
                "If true, samples with replacement. If false, the samples along the leading axes "
                "of `shape` are distinct."}},
    .errors =
        "error[shape] if `shape` does not end in the shape of `logits` without the axis; "
        "error[value] if there are too few categories to sample without replacement, or if "
        "`logits` contains NaN or is -inf for every category",
    .example = "rng.categorical(rng.key(0), [-1000.0, 0.0])  #> 1",
    .source = "jax.random.categorical",
    .call = bind<&rng::categorical>,
};

extern const Builtin rng_choice_builtin = {
    .signature =
        "rng.choice(inout key: key, from: int or any[_, ...], shape: shape = (), replace: bool = "
        "true, p: real[n] = nil, axis: int = 0) -> array",
    .brief =
        "Samples elements of an array with or without replacement. Few samples (at most 1/8) of "
        "more than 65,536 elements, without replacement and without `p`, use a Feistel permutation "
        "(Luby and Rackoff). It needs no sort, and its samples differ from JAX.",
    .params = {{"key", rng::key_text},
               {"from", "Array to sample from, or an int n for `arange(n)`, n static under jit."},
               {"shape", "Shape of the samples, which replaces `axis` in the result."},
               {"replace", "If true, samples with replacement."},
               {"p",
                "Weights of the elements along `axis`, ≥ 0; they are normalized to sum to 1. If "
                "nil, all elements have the same probability."},
               {"axis", "Axis of the array along which elements are sampled."}},
    .errors =
        "error[value] if `from` is empty, if there are too few elements to sample without "
        "replacement, or if `p` contains a negative, infinite, or NaN element or is all zero; "
        "error[shape] if `p` does not have one element per element along `axis`",
    .example = "rng.choice(rng.key(0), [5, 5, 5])  #> 5",
    .source = "jax.random.choice",
    .call = bind<&choice>,
};

}  // namespace rille
