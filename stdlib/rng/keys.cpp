// rng.key, rng.split, rng.fold_in: keys out of keys.
#include "stdlib/array/apply_op.h"
#include "stdlib/rng.h"

namespace rille {
namespace rng {
namespace {

void need_key(const Array& key) {
  if (kind(key.dtype()) == Kind::key) return;
  throw Error(Code::type, str("a random key is needed, got ", given(key)))
      .help("`rng.key(0)` makes one from a seed");
}

void need_int(const Array& x, std::string_view word) {
  if (is_integer(x.dtype())) return;
  throw Error(Code::type, str(word, " must be an int, is ", given(x)));
}

}  // namespace

// The two words of the 64 bits of the seed, the upper one first.
Array key(const Array& seed) {
  need_int(seed, "a seed");
  Array whole = convert(is_host_scalar(seed) ? convert(seed, Dtype::i64) : seed, Dtype::u64);
  Array high = convert(shift_right(whole, 32), Dtype::u32);
  Array low = convert(bits_and(whole, Array(int64_t{0xffffffff})), Dtype::u32);
  return apply1(key_wrap_op, {stack({high, low}, -1)});
}

Array split(const Array& key, const Shape& shape) {
  need_key(key);
  return apply1(key_split_op, {key}, {{"shape", shape}});
}

Array fold_in(const Array& key, const Array& number) {
  need_key(key);
  need_int(number, "the number folded in");
  return apply1(key_fold_op, {key, fit(convert(number, Dtype::u32), key.shape())});
}

Array key_data(const Array& key) {
  need_key(key);
  return apply1(key_unwrap_op, {key});
}

Array wrap_key_data(const Array& words) {
  if (words.dtype() != Dtype::u32 || words.rank() == 0 ||
      !(words.type().extent(words.rank() - 1) == Extent(2))) {
    throw Error(Code::type, str("the words of keys are u32[..., 2], got ", given(words))).label(0);
  }
  return apply1(key_wrap_op, {words});
}

void need_one(const Array& key) {
  need_key(key);
  if (key.rank() == 0) return;
  Error error(Code::shape, str("a draw needs one key, got ", key.type()));
  error.help("`vmap` draws from many");
  throw labelled(std::move(error), "key");
}

Array next(Array& key) {
  Array both = split(key, {Extent(2)});
  auto half = [&](int64_t at) {
    return squeeze(slice_axis(both, key.rank(), at, 1), Ints{key.rank()});
  };
  Array drawn = half(1);
  key = half(0);
  return drawn;
}

}  // namespace rng

namespace {

// A host number beyond 32 bits is cut, as an unsigned one wraps.
Array fold(const Array& key, const Array& number) {
  bool host = is_host_scalar(number) && is_integer(number.dtype());
  return rng::fold_in(key, host ? Array(number.integer() & 0xffffffff) : number);
}

}  // namespace

extern const Builtin rng_key_builtin = {
    .signature = "rng.key(seed: int) -> key",
    .brief = "A random key from a seed; equal seeds give equal keys on every machine.",
    .params = {{"seed", "any 64 bits"}},
    .errors = "error[type] where the seed is no int",
    .example = "rng.key(7)  #> key(0000000000000007)",
    .source = "jax.random.key, threefry2x32",
    .call = bind<&rng::key>,
};

extern const Builtin rng_key_data_builtin = {
    .signature = "rng.key_data(key: key[...]) -> u32[..., 2]",
    .brief = "The two words of each key, for files and programs that know no keys.",
    .params = {{"key", "stays what it is"}},
    .errors = "error[type] where key is no key",
    .example = "rng.key_data(rng.key(7))  #> [0, 7]",
    .source = "jax.random.key_data",
    .call = bind<&rng::key_data>,
};

extern const Builtin rng_wrap_key_data_builtin = {
    .signature = "rng.wrap_key_data(words: u32[..., 2]) -> key[...]",
    .brief = "Keys out of their words.",
    .params = {{"words", "as rng.key_data gives them"}},
    .errors = "error[type] or error[dtype] where they are no pairs of u32",
    .example = "same(rng.wrap_key_data(u32([0, 7])), rng.key(7))  #> true",
    .source = "jax.random.wrap_key_data",
    .call = bind<&rng::wrap_key_data>,
};

extern const Builtin rng_split_builtin = {
    .signature = "rng.split(inout key: key[...], n: int or (int, ...) = 2) -> key[...]",
    .brief =
        "New keys out of a key, independent of each other. A split uses the key as a draw does: it "
        "is split or drawn from once.",
    .params = {{"key", "a place `&key` moves on"}, {"n", "how many keys"}},
    .errors = "error[type] where key is no key",
    .example = "rng.split(rng.key(0), 3).shape  #> (3,)",
    .source = "jax.random.split, threefry_partitionable; of a place `&key`, of its second half",
    .call = bind<&rng::split>,
};

extern const Builtin rng_fold_in_builtin = {
    .signature = "rng.fold_in(key: key[...], number: int) -> key[...]",
    .brief =
        "A new key from a key and a number. It does not use the key up: other numbers give other "
        "keys.",
    .params = {{"number", "a step, a place: the lower 32 bits count"}},
    .errors = "error[type] where key is no key or number no int",
    .example = "same(rng.fold_in(rng.key(0), 1), rng.fold_in(rng.key(0), 2))  #> false",
    .source = "jax.random.fold_in",
    .call = bind<&fold>,
};

}  // namespace rille
