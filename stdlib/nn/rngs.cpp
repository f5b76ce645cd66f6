// nn.rngs: streams of random keys.
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

// Which item it is; -1 where there is none.
int64_t place_of(const Branch& dict, std::string_view name) {
  for (size_t i = 0; i < dict.items.size(); ++i) {
    const auto* word = std::get_if<std::string>(&dict.keys->list[i]);
    if (word != nullptr && *word == name) return static_cast<int64_t>(i);
  }
  return -1;
}

[[noreturn]] void no_stream(const std::string& name) {
  throw Error(Code::name,
              str("nn.Rngs has no stream `", name, "`, and none by the name `default`"));
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
    throw Error(Code::type, str("a stream of nn.Rngs is an nn.Stream, got ", kind_text(item)));
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

Keys::Keys(const Value& value) {
  if (value.is_nil()) return;
  if (value.is_array()) {
    key_ = value.array();
    rng::need_one(key_);
  } else {
    rngs_ = record_from<Rngs>(value);
  }
}

void Keys::pass(int64_t n) {
  for (int64_t i = 0; rngs_ && i < n; ++i) rngs_->key(params);
}

Value Keys::fork(State& state, const std::string& name) {
  if (rngs_) return rngs_->fork(state, name);
  if (key_.is_none()) return {};
  return make_instance(state, KeyStream{.base = next(), .name = name});
}

// Who lends a key to a builtin has split it: this is for what was made of the builtin,
// jit(nn.linear). Neither a split nor a draw of less than 2^32 numbers comes by this key.
Value Keys::kept(State& state) const {
  if (rngs_) return make_instance(state, *rngs_);
  if (key_.is_none()) return {};
  return Value(rng::fold_in(key_, Array(int64_t{0xffffffff})));
}

void read(const Arguments& in, size_t at, Keys& out) { out = Keys(in.value(at)); }

namespace {

Value stream_of(State& state, const Value& seed, std::string_view name) {
  if (!seed.is_leaf()) {
    throw labelled(Error(Code::type, str("the stream `", name, "` needs an int or a key, got ",
                                         kind_text(seed))),
                   "seeds");
  }
  Array given = seed.as_array();
  KeyStream out;
  out.base = kind(given.dtype()) == Kind::key ? given : rng::key(given);
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
        throw labelled(Error(Code::type, "streams are named by strings"), "seeds");
      }
      add(named.keys ? *word : named.layout->names[i], named.items[i]);
    }
  }
  return {Value::dict(std::move(keys), std::move(items))};
}

extern const Struct nn_stream_struct = {
    .name = "nn.Stream",
    .brief = "A random key that gives others, by a count.",
    .fields = {field<&KeyStream::base>("var base: key", "what the keys are made of"),
               field<&KeyStream::count>("var count: int = 0", "how many it has given"),
               field<&KeyStream::name>("name: str = \"default\"",
                                       "of the stream of nn.Rngs that it came of")},
    .methods = {method<&KeyStream::key>("key() -> key", "The next key: rng.fold_in(base, count)."),
                method<&KeyStream::fork>("fork() -> nn.Stream", "A stream of the next key.")},
    .example = "var s = nn.Stream(rng.key(0)); s.key!(); s.count  #> 1",
    .source = "flax.nnx.RngStream",
};
const Struct& KeyStream::record() { return nn_stream_struct; }

extern const Struct nn_rngs_struct = {
    .name = "nn.Rngs",
    .brief = "Streams of random keys by name; what is not named comes of the stream `default`.",
    .fields = {field<&Rngs::streams>("streams: dict", "an nn.Stream under each name")},
    .methods = {method<&Rngs::key>("key(stream: str = \"default\") -> key",
                                   "The next key of a stream; error[name] where there is none."),
                method<&Rngs::fork>("fork(stream: str = \"default\") -> nn.Stream",
                                    "A stream of a stream's next key, as nn.Dropout takes it.")},
    .example =
        "var r = nn.rngs(0)\n"
        "same(r.key!(), rng.fold_in(rng.key(0), 0))  #> true",
    .source = "flax.nnx.Rngs",
};
const Struct& Rngs::record() { return nn_rngs_struct; }

extern const Builtin nn_rngs_builtin = {
    .signature = "nn.rngs(seeds: int or key or record or dict) -> nn.Rngs",
    .brief = "Streams of random keys by name, counted as Flax counts them.",
    .params = {{"seeds",
                "a seed or key for all streams, or a record of them by name; `default` is for "
                "those not named"}},
    .errors = "error[type] where a stream has no int or key",
    .example =
        "var r = nn.rngs((default = 0, dropout = 1)); r.key!(\"params\"); r.key!(\"dropout\")\n"
        "(r.streams[\"default\"].count, r.streams[\"dropout\"].count)  #> (1, 1)",
    .source = "flax.nnx.Rngs: key n of a stream is fold_in(its key, n)",
    .call = bind<&Rngs::of>,
};

}  // namespace rille
