// rng.randint, permutation, categorical, choice: places.
#include <limits>

#include "stdlib/rng/drawn.h"
#include "stdlib/transform/turns.h"

namespace rille {
namespace rng {
namespace {

struct Bound {
  Array value;        // in the dtype
  Array beyond = {};  // bool[]: above its largest number; none where that cannot be
};

int64_t largest(Dtype dtype) {
  int bits = rille::bits(dtype);
  if (kind(dtype) == Kind::natural) return bits == 64 ? INT64_MAX : (int64_t{1} << bits) - 1;
  return bits == 64 ? INT64_MAX : (int64_t{1} << (bits - 1)) - 1;
}

int64_t smallest(Dtype dtype) { return kind(dtype) == Kind::natural ? 0 : -largest(dtype) - 1; }

// A bound outside of the dtype is moved to its end; 256 for u8 means all of it.
Bound bound_of(const Array& given, Dtype dtype) {
  if (given.dtype() == dtype) return {convert(given, dtype), constant(Dtype::boolean, false)};
  Array wide = convert(given, Dtype::i64);
  Array most = constant(Dtype::i64, largest(dtype)), least = constant(Dtype::i64, smallest(dtype));
  return {convert(clip(wide, least, most), dtype), gt(wide, most)};
}

Array modulo(const Array& x, const Array& span) {
  Shape shape = common_shape(std::vector<Array>{x, span}, "randint");
  return apply1(rem_op, {fit(x, shape), fit(span, shape)});
}

Dtype natural_of(Dtype dtype) { return rille::bits(dtype) == 32 ? Dtype::u32 : Dtype::u64; }

}  // namespace

// Twice as many bits as the result has, so that the remainder is all but unbiased.
Array randint(const Array& key, const Shape& shape, const Array& low, const Array& high,
              Dtype dtype) {
  need_one(key);
  if (!is_integer(dtype)) {
    throw labelled(Error(Code::dtype, str("randint draws ints, got ", dtype)), "dtype");
  }
  need_room(low, shape, "low");
  need_room(high, shape, "high");
  if (rille::bits(dtype) < 32) {  // so few bits would be biased
    Array least = constant(Dtype::i64, smallest(dtype));
    Array most = constant(Dtype::i64, largest(dtype)), beyond = add(most, 1);
    Array lowest = clip(convert(low, Dtype::i64), least, most);
    Array above = clip(convert(high, Dtype::i64), least, beyond);
    return convert(randint(key, shape, lowest, above, Dtype::i32), dtype);
  }
  Bound from = bound_of(low, dtype), to = bound_of(high, dtype);
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

// Sorting by random keys; again where so many elements make equal keys likely (Tsjablin's bound
// as in JAX: three times the logarithm of the count over that of 2^32 - 1).
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
      Error error(Code::value, str("permutation needs a count >= 0, got ", x.integer()));
      throw labelled(std::move(error), "x");
    }
    if (!is_count) {
      Error error(Code::type, str("permutation needs a known count >= 0 or an array, got ",
                                  x.is_traced() ? text(x.type()) : text(x)));
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

// Several places along the axis, each at most once: where the noise leaves the greatest logits.
Array categories_once(const Array& key, const Array& logits, int64_t axis, const Shape& shape,
                      size_t batch) {
  auto front = shape.end() - static_cast<std::ptrdiff_t>(batch);
  int64_t count = Type(Dtype::u8, Shape(shape.begin(), front)).count();
  int64_t size = logits.type().extent(static_cast<int>(axis)).number();
  if (count > size) {
    Error error(Code::value, str("categorical: ", count, " of ", size, " without replacing"));
    throw labelled(labelled(std::move(error), "logits"), "shape");
  }
  Array can_be = gt(stop_gradient(logits), -std::numeric_limits<double>::infinity());
  check(all(ge(sum(convert(can_be, Dtype::i32), Ints{axis}), count)), "value",
        str("categorical: fewer than ", count, " logits are above -inf, without replacing"));
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
    Error error(Code::shape,
                str("categorical: the shape ", text(wanted),
                    " must end in that of the logits without the axis, ", text(batch)));
    throw labelled(std::move(error), "shape");
  }
  Array can_be = gt(stop_gradient(given), -std::numeric_limits<double>::infinity());
  check(logical_and(all(any(can_be, Ints{at})), logical_not(any(isnan(stop_gradient(given))))),
        "value", "categorical: the logits have nan, or are all -inf");
  if (!replace) return categories_once(key, given, at, wanted, batch.size());
  size_t more = wanted.size() - batch.size();
  Shape drawn(wanted.begin(), wanted.begin() + static_cast<std::ptrdiff_t>(more));
  drawn.insert(drawn.end(), given.shape().begin(), given.shape().end());
  Array noisy = add(gumbel(key, drawn, given.dtype()), given);
  return argmax(noisy, at + static_cast<int64_t>(more));
}

namespace {

// A permutation of the numbers below 4^half, at these numbers: rounds that mix one half's bits with
// those that a key makes of the other half.
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

// Different numbers below `size`, where the draws are few: a permutation at the first ones, again
// where it leads beyond. To sort all would take as long as a permutation of all.
Array few_places(const Array& key, int64_t size, int64_t draws) {
  int half = 1;
  while ((int64_t{1} << (2 * half)) < size) ++half;
  constexpr int64_t rounds = 6;
  Array keys = split(key, {Extent(rounds)});
  Array begin = convert(arange(0, draws), Dtype::u32);
  auto is_beyond = [&](const Array& x) { return ge(x, constant(Dtype::u32, size)); };
  auto goes = [&](const Carry& at) { return any(is_beyond(at[0])); };
  auto turn = [&](const Carry& at) {
    return Carry{where(is_beyond(at[0]), mixed(keys, at[0], half, rounds), at[0])};
  };
  return convert(turns_while({mixed(keys, begin, half, rounds)}, goes, turn)[0], Dtype::i32);
}

// Of so many elements so few are drawn by `few_places`; else as JAX, the first of a permutation.
bool are_few(int64_t draws, int64_t size) {
  return size > 65536 && size <= std::numeric_limits<int32_t>::max() && draws <= size / 8;
}

Array with_chances(const Array& key, const Array& p, int64_t draws, const Shape& shape,
                   bool replace) {
  Array chances = strong(inexact(p)), known = stop_gradient(chances);
  check(logical_and(all(logical_and(ge(known, 0.0), isfinite(known))), any(gt(known, 0.0))),
        "value", "choice: `p` has no probabilities: each is >= 0, with a sum above 0");
  chances = mul(chances, where(isfinite(sum(known)), 1.0, 0x1p-64));  // whose sum is not, too
  if (!replace) {
    check(ge(sum(convert(gt(known, 0.0), Dtype::i32)), draws), "value",
          str("choice: fewer than ", draws, " numbers of `p` are above 0, without replacing"));
    Array noisy = add(gumbel(key, chances.shape(), chances.dtype()), log(chances));
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
    throw labelled(Error(Code::value, "choice: there is nothing to choose from"), "from");
  }
  if (!replace && draws > size) {
    Error error(Code::value, str("choice: ", draws, " of ", size, " without replacing"));
    throw labelled(labelled(std::move(error), "from"), "shape");
  }
  if (p && p->shape() != Shape{Extent(size)}) {
    Error error(Code::shape, str("choice: p is ", p->type(), " for ", size, " elements"));
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

// A count must be known; the elements of an array need not.
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
  check(lt(low, high), "value", "rng.randint needs low < high, got {0} and {1}", {low, high});
  if (is_integer(dtype) && rille::bits(dtype) < 64) {
    Array least = constant(Dtype::i64, rng::smallest(dtype));
    Array most = constant(Dtype::i64, rng::largest(dtype) + 1);
    Array from = convert(low, Dtype::i64), to = convert(high, Dtype::i64);
    check(logical_and(ge(from, least), le(to, most)), "value",
          str("rng.randint: ", dtype, " does not hold all ints from {0} up to {1}"), {low, high});
  }
  return rng::randint(key, shape, low, high, dtype);
}

}  // namespace

extern const Builtin rng_randint_builtin = {
    .signature =
        "rng.randint(inout key: key, shape: shape, low: number[...], high: number[...], dtype: "
        "dtype = i32) -> int[...]",
    .brief = "Whole numbers from low up to high, all equally likely; a place `&key` moves on.",
    .params = {{"low", "the least result"}, {"high", "above all results"}},
    .errors =
        "error[type] where key is no key; error[dtype] where dtype is no int; error[value] "
        "where low >= high, or dtype does not hold what lies between",
    .example = "all(rng.randint(rng.key(0), (9,), 0, 3) < 3)  #> true",
    .source = "jax.random.randint; of a place `&key`, of the second half of its split",
    .call = bind<&checked_randint>,
};

extern const Builtin rng_permutation_builtin = {
    .signature =
        "rng.permutation(inout key: key, x: int or any[_, ...], axis: int = 0, independent: bool "
        "= false) -> array",
    .brief = "The elements along an axis in random order; a place `&key` moves on.",
    .params = {{"x", "a count n stands for arange(n)"},
               {"axis", "whose elements change places"},
               {"independent", "whether each line along the axis has an order of its own"}},
    .errors = "error[value] where a count is below 0; error[trace] where it is not known",
    .example = "sort(rng.permutation(rng.key(0), 4))  #> [0, 1, 2, 3]",
    .source = "jax.random.permutation; of a place `&key`, of the second half of its split",
    .call = bind<&permutation>,
};

extern const Builtin rng_categorical_builtin = {
    .signature =
        "rng.categorical(inout key: key, logits: real[...], axis: int = -1, shape: shape = nil, "
        "replace: bool = true) -> i32[...]",
    .brief =
        "Places along the axis, drawn with the chances softmax(logits); a place `&key` moves on.",
    .params = {{"logits", "logarithms of the chances, up to a constant"},
               {"axis", "the axis of the choices"},
               {"shape", "nil: that of the logits without the axis"},
               {"replace", "whether the draws in front of that shape may be of one place"}},
    .errors =
        "error[shape] where shape does not end in that of the logits without the axis; "
        "error[value] where more are drawn than there are, without replacing, or the logits have "
        "nan or are all -inf",
    .example = "rng.categorical(rng.key(0), [-1000.0, 0.0])  #> 1",
    .source = "jax.random.categorical; of a place `&key`, of the second half of its split",
    .call = bind<&rng::categorical>,
};

extern const Builtin rng_choice_builtin = {
    .signature =
        "rng.choice(inout key: key, from: int or any[_, ...], shape: shape = (), replace: bool = "
        "true, p: real[n] = nil, axis: int = 0) -> array",
    .brief = "Elements drawn with or without replacing them; a place `&key` moves on.",
    .params = {{"from", "a count n stands for arange(n); of an array its rows"},
               {"shape", "how many draws"},
               {"replace", "whether one may be drawn twice"},
               {"p", "chances; nil: all equal"},
               {"axis", "of an array: along which it is drawn from"}},
    .errors =
        "error[value] where more are drawn than there are, without replacing, or p has a number "
        "below 0 or nan, or sums to 0",
    .example = "rng.choice(rng.key(0), [5, 5, 5])  #> 5",
    .source =
        "jax.random.choice; of a place `&key`, of the second half of its split. Without replacing, "
        "of more than 65,536 elements of which at most an eighth is drawn, by a permutation of "
        "Luby and Rackoff's that sorts nothing",
    .call = bind<&choice>,
};

}  // namespace rille
