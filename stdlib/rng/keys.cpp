// rng.key, rng.split, rng.fold_in: creation of PRNG keys.
#include "stdlib/array/apply_op.h"
#include "stdlib/rng.h"

namespace rille {
namespace rng {
namespace {

void need_key(const Array& key) {
  if (kind(key.dtype()) == DtypeKind::key) return;
  throw Error(Code::type, str("expected a PRNG key, got ", given(key)))
      .help("`rng.key(0)` creates a key from a seed");
}

void need_int(const Array& x, std::string_view word) {
  if (is_integer(x.dtype())) return;
  throw Error(Code::type, str(word, " is ", given(x), ", expected an int"));
}

}  // namespace

// A key consists of the two 32-bit words of the seed, the upper one first.
Array key(const Array& seed) {
  need_int(seed, "rng.key: `seed`");
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
  need_int(number, "rng.fold_in: `number`");
  return apply1(key_fold_op, {key, fit(convert(number, Dtype::u32), key.shape())});
}

Array key_data(const Array& key) {
  need_key(key);
  return apply1(key_unwrap_op, {key});
}

Array wrap_key_data(const Array& words) {
  if (words.dtype() != Dtype::u32 || words.rank() == 0 ||
      !(words.type().extent(words.rank() - 1) == Extent(2))) {
    throw Error(Code::type,
                str("rng.wrap_key_data: `words` is ", given(words), ", expected u32[..., 2]"))
        .label(0);
  }
  return apply1(key_wrap_op, {words});
}

void need_one(const Array& key) {
  need_key(key);
  if (key.rank() == 0) return;
  Error error(Code::shape,
              str(calling_name("rng"), ": `key` is ", key.type(), ", expected a single key"));
  error.help("use `vmap` to sample with an array of keys");
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

// Only the lower 32 bits of a host scalar are used.
Array fold(const Array& key, const Array& number) {
  bool host = is_host_scalar(number) && is_integer(number.dtype());
  return rng::fold_in(key, host ? Array(number.integer() & 0xffffffff) : number);
}

}  // namespace

extern const Builtin rng_key_builtin = {
    .signature = "rng.key(seed: int) -> key",
    .brief = "Creates a PRNG key from a seed. Equal seeds give equal keys on every machine.",
    .params = {{"seed", "Seed of up to 64 bits."}},
    .errors = "error[type] if `seed` is not an int",
    .example = "rng.key(7)  #> key(0000000000000007)",
    .source = "jax.random.key, threefry2x32",
    .call = bind<&rng::key>,
};

extern const Builtin rng_key_data_builtin = {
    .signature = "rng.key_data(key: key[...]) -> u32[..., 2]",
    .brief =
        "Returns the data of PRNG keys as two u32 words per key. The words can be stored in files "
        "and passed to programs without a key dtype.",
    .params = {{"key", "Key, or array of keys. It is not consumed."}},
    .errors = "error[type] if `key` is not a PRNG key",
    .example = "rng.key_data(rng.key(7))  #> [0, 7]",
    .source = "jax.random.key_data",
    .call = bind<&rng::key_data>,
};

extern const Builtin rng_wrap_key_data_builtin = {
    .signature = "rng.wrap_key_data(words: u32[..., 2]) -> key[...]",
    .brief = "Creates PRNG keys from their data.",
    .params = {{"words", "Two u32 words per key, as `rng.key_data` returns them."}},
    .errors = "error[type] or error[dtype] if `words` is not u32 with a last axis of size 2",
    .example = "same(rng.wrap_key_data(u32([0, 7])), rng.key(7))  #> true",
    .source = "jax.random.wrap_key_data",
    .call = bind<&rng::wrap_key_data>,
};

extern const Builtin rng_split_builtin = {
    .signature = "rng.split(inout key: key[...], n: int or (int, ...) = 2) -> key[...]",
    .brief =
        "Splits a PRNG key into independent new keys. This consumes the key as sampling does: a "
        "key must be split or used once.",
    .params = {{"key",
                "Key, or array of keys, to be used once. `&key` splits the key first: the first "
                "new key is stored in the variable, and the second one is used."},
               {"n", "Number of keys, or a tuple with their shape."}},
    .returns = "keys of the shape [..., n], or [..., n...] if `n` is a tuple",
    .errors = "error[type] if `key` is not a PRNG key",
    .example = "rng.split(rng.key(0), 3).shape  #> (3,)",
    .source = "jax.random.split, threefry_partitionable",
    .call = bind<&rng::split>,
};

extern const Builtin rng_fold_in_builtin = {
    .signature = "rng.fold_in(key: key[...], number: int) -> key[...]",
    .brief =
        "Derives a new PRNG key from a key and an integer. This does not consume the key: "
        "different integers give different keys.",
    .params = {{"key", "Key, or array of keys. It is not consumed."},
               {"number",
                "Integer to fold in, such as a step or an index. The lower 32 bits are used."}},
    .errors = "error[type] if `key` is not a PRNG key, or `number` is not an int",
    .example = "same(rng.fold_in(rng.key(0), 1), rng.fold_in(rng.key(0), 2))  #> false",
    .source = "jax.random.fold_in",
    .call = bind<&fold>,
};

}  // namespace rille
