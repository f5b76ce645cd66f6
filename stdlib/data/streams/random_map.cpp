// data.random_map: a function of each item and a random key.
#include "stdlib/data/streams.h"
#include "stdlib/rng.h"
#include "vm/call.h"

namespace rille {
namespace {

struct RandomMapStream {
  static const Struct& record();
  Stream source;
  Value f;
  int64_t seed = 0;
  int64_t at = 0;
  mutable Array root = {};  // rng.key(seed)

  Value next(State& state) {
    Value item = source.next(state);
    if (item.is_nil()) return item;
    Value out = mapped(state, item, at);
    ++at;
    return out;
  }

  ItemNumbers numbers(State& state) const {
    ItemNumbers all = source.numbers(state);
    return at == 0 && all.dense() ? all : ItemNumbers();
  }
  Value item(State& state, int64_t number) const {
    return mapped(state, source.item(state, number), number);
  }

 private:
  Value mapped(State& state, const Value& item, int64_t number) const {
    if (root.is_none()) root = rng::key(Array(seed));
    Value key = Value::from_array(rng::fold_in(root, Array(number)));
    Value out = at_item("data.random_map", number, [&] {
      if (f.is_function()) return call(f.function(), {item, key});
      return call_method(state, f, "call", {item, key})[0];
    });
    return not_nil(std::move(out), "data.random_map", number);
  }
};

RandomMapStream random_mapped(State& state, const Value& source, const Value& f,
                              std::optional<int64_t> seed) {
  Stream from = stream_of(state, source, "data.random_map");
  int64_t known = seed_of(from.value(), seed, "data.random_map");
  return {std::move(from), f, known};
}

}  // namespace

extern const Struct data_random_map_struct = {
    .name = "data.RandomMap",
    .brief = "Stream of the results of a random function applied to each item.",
    .fields = {field<&RandomMapStream::source>("source: stream",
                                               "Stream of the items to transform."),
               field<&RandomMapStream::f>(
                   "f: fn(x, key)",
                   "Function of an item and a random key. It must not return nil."),
               field<&RandomMapStream::seed>("seed: int", "Seed of the keys, from 0 to 2^32 - 1."),
               field<&RandomMapStream::at>("var position: int = 0",
                                           "Iterator position: number of items already returned.")},
    .methods = {STREAM_METHODS(RandomMapStream)},
    .example = "len((i for i in data.RandomMap(data.Range(0, 3), (i, key) => i, 1)))  #> 3",
    .source = "Grain's MapDataset.random_map",
    .open = open_stream<RandomMapStream>,
};
const Struct& RandomMapStream::record() { return data_random_map_struct; }

extern const Builtin data_random_map_builtin = {
    .signature = "data.random_map(source: any, f: fn(x, key), seed: int = nil) -> stream",
    .brief = "Applies `f` to each item and a random key that is unique to the item.",
    .params =
        {{"source", "Stream, or a value that `data.stream` accepts."},
         {"f",
          "Function of an item and a key. The key is derived from `seed` by `rng.fold_in` with the "
          "index of the item, which keeps counting in later epochs. `f` must not return nil."},
         {"seed",
          "Seed of the keys, from 0 to 2^32 - 1. If nil, the seed is derived from the upstream "
          "`data.seed`."}},
    .errors =
        "error[value] if the seed is missing or out of range; error[type] if `f` returns nil; the "
        "errors of `f`, with the index of the item, counted from 0",
    .example =
        "fn noisy(x, key) { var k = key; x + rng.normal(&k, ()) }\n"
        "let xs = data.stream([1.0, 2.0]) |> data.random_map(noisy, seed = 3)\n"
        "[x for x in xs] == [x for x in xs] |> all  #> true",
    .source = "Grain's MapDataset.random_map, whose keys are NumPy's Philox",
    .call = bind<&random_mapped>,
};

}  // namespace rille
