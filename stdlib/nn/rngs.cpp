// nn.rngs: RNG streams.
#include "stdlib/rngs.h"

#include "vm/bind.h"
#include "vm/calling.h"
#include "vm/state.h"

namespace rille {

Array KeyStream::key() {
  Array out = rng::fold_in(base, convert(count, Dtype::u32));
  count = count + Array(int64_t{1});
  return out;
}

namespace {

// Returns the index of the item with this name, or -1.
int64_t place_of(const Branch& dict, std::string_view name) {
  for (size_t i = 0; i < dict.items.size(); ++i) {
    const auto* word = std::get_if<std::string>(&dict.keys->list[i]);
    if (word != nullptr && *word == name) return static_cast<int64_t>(i);
  }
  return -1;
}

[[noreturn]] void no_stream(const std::string& name) {
  throw Error(Code::name, str("nn.Rngs: stream `", name,
                              "` does not exist, expected it or a stream `default`"));
}

}  // namespace

template <class F>
auto Rngs::with_stream(const std::string& name, F f) {
  if (!streams.is_dict()) no_stream(name);
  int64_t at = place_of(streams.branch(), name);
  if (at < 0) at = place_of(streams.branch(), "default");
  if (at < 0) no_stream(name);
  Values items = streams.items();
  Value& item = items[static_cast<size_t>(at)];
  if (struct_of(item) != &KeyStream::record()) {
    throw Error(Code::type,
                str("nn.Rngs: a stream is ", kind_text(item), ", expected an nn.RngStream"));
  }
  auto stream = record_from<KeyStream>(item);
  auto out = f(stream);
  item = changed_instance(KeyStream::record(), item, &stream);
  streams = Value::like(streams.branch(), std::move(items));
  return out;
}

Array Rngs::key(const std::string& name) {
  return with_stream(name, [](KeyStream& stream) { return stream.key(); });
}

Value Rngs::fork(State& state, const std::string& name) {
  return with_stream(name, [&](KeyStream& stream) { return stream.fork(state); });
}

KeySource::KeySource(const Value& value) {
  if (value.is_nil()) return;
  if (value.is_array()) {
    key_ = value.array();
    rng::need_one(key_);
  } else {
    rngs_ = record_from<Rngs>(value);
  }
}

void KeySource::pass(int64_t n) {
  for (int64_t i = 0; rngs_ && i < n; ++i) rngs_->key(params);
}

Value KeySource::fork(State& state, const std::string& name) {
  if (rngs_) return rngs_->fork(state, name);
  if (key_.is_none()) return {};
  return make_instance(state, KeyStream{.base = next(), .name = name});
}

// The value of the `inout` parameter after the call. A direct call splits the key before it passes
// it; this key is for functions made from the builtin, such as jit(nn.linear). Neither a split nor
// a sample of less than 2^32 numbers uses the same key.
Value KeySource::kept(State& state) const {
  if (rngs_) return make_instance(state, *rngs_);
  if (key_.is_none()) return {};
  return Value(rng::fold_in(key_, Array(int64_t{0xffffffff})));
}

void read(const Arguments& in, size_t at, KeySource& out) { out = KeySource(in.value(at)); }

namespace {

Value stream_of(State& state, const Value& seed, std::string_view name) {
  if (!seed.is_leaf()) {
    throw labelled(Error(Code::type, str(calling_name("nn.rngs"), ": the seed of stream `", name,
                                         "` is ", kind_text(seed), ", expected an int or a key")),
                   "seeds");
  }
  Array given = seed.as_array();
  KeyStream out;
  out.base = kind(given.dtype()) == DtypeKind::key ? given : rng::key(given);
  rng::need_one(out.base);
  out.name = name;
  return make_instance(state, out);
}

}  // namespace

Rngs Rngs::of(State& state, const Value& seeds) {
  auto keys = std::make_shared<DictKeys>();
  Values items;
  auto add = [&](std::string name, const Value& seed) {
    items.push_back(stream_of(state, seed, name));
    keys->list.emplace_back(std::move(name));
  };
  if (seeds.is_leaf()) {
    add("default", seeds);
  } else {
    const Branch& named = seeds.branch();
    for (size_t i = 0; i < named.items.size(); ++i) {
      const auto* word = named.keys ? std::get_if<std::string>(&named.keys->list[i]) : nullptr;
      if (named.keys && word == nullptr) {
        throw labelled(
            Error(Code::type,
                  str(calling_name("nn.rngs"),
                      ": `seeds` has a key that is not a string, expected the names of streams")),
            "seeds");
      }
      add(named.keys ? *word : named.layout->names[i], named.items[i]);
    }
  }
  return {Value::dict(std::move(keys), std::move(items))};
}

extern const Struct nn_rng_stream_struct = {
    .name = "nn.RngStream",
    .brief = "RNG stream: a base key and a counter, which generate a sequence of keys.",
    .fields = {field<&KeyStream::base>("var base: key", "Base key of the stream."),
               field<&KeyStream::count>("var count: int = 0", "Number of keys generated so far."),
               field<&KeyStream::name>(
                   "name: str = \"default\"",
                   "Name of the stream in the nn.Rngs that it was forked from.")},
    .methods = {method<&KeyStream::key>(
                    "key() -> key",
                    "Returns the next key, rng.fold_in(base, count), and increments `count`."),
                method<&KeyStream::fork>(
                    "fork() -> nn.RngStream",
                    "Returns a new stream whose base is the next key of this one.")},
    .example = "var s = nn.RngStream(rng.key(0)); s.key!(); s.count  #> 1",
    .source = "flax.nnx.RngStream",
};
const Struct& KeyStream::record() { return nn_rng_stream_struct; }

extern const Struct nn_rngs_struct = {
    .name = "nn.Rngs",
    .brief = "Named RNG streams for layers. A name that does not exist uses the stream `default`.",
    .fields = {field<&Rngs::streams>("streams: dict", "Dict from name to nn.RngStream.")},
    .methods = {method<&Rngs::key>("key(stream: str = \"default\") -> key",
                                   "Returns the next key of a stream. Raises error[name] if "
                                   "neither the stream nor `default` exists."),
                method<&Rngs::fork>("fork(stream: str = \"default\") -> nn.RngStream",
                                    "Returns a new nn.RngStream, for example for nn.Dropout, whose "
                                    "base is the next key of a stream.")},
    .example =
        "var r = nn.rngs(0)\n"
        "same(r.key!(), rng.fold_in(rng.key(0), 0))  #> true",
    .source = "flax.nnx.Rngs",
};
const Struct& Rngs::record() { return nn_rngs_struct; }

extern const Builtin nn_rngs_builtin = {
    .signature = "nn.rngs(seeds: int or key or record or dict) -> nn.Rngs",
    .brief =
        "Creates named RNG streams for layers. Key n of a stream is rng.fold_in(base, n), as in "
        "Flax.",
    .params = {{"seeds",
                "Seed (int) or key of one stream `default`, or a record or dict of them by stream "
                "name. Names that do not exist use the stream `default`."}},
    .errors = "error[type] if a seed is not an int or a key, or a name is not a string",
    .example =
        "var r = nn.rngs((default = 0, dropout = 1)); r.key!(\"params\"); r.key!(\"dropout\")\n"
        "(r.streams[\"default\"].count, r.streams[\"dropout\"].count)  #> (1, 1)",
    .source = "flax.nnx.Rngs",
    .call = bind<&Rngs::of>,
};

}  // namespace rille
