// Rngs: streams of random keys, by name, that count.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "stdlib/rng.h"
#include "vm/struct.h"

namespace rille {

// A key that gives others: its key number n is fold_in(base, n), as flax.nnx.RngStream has it.
struct KeyStream {
  static const Struct& record();
  Array base, count = Array(int64_t{0});
  std::string name = "default";

  Array key();
  Value fork(State& state) { return make_instance(state, KeyStream{.base = key(), .name = name}); }
};

// nn.Rngs: what is asked for by a name that it lacks comes of the stream `default`.
struct Rngs {
  static const Struct& record();
  Value streams;  // a dict of nn.Stream

  Array key(const std::string& name);
  Value fork(State& state, const std::string& name);
  // Of a seed or key for all, or a record or dict of them by name: what nn.rngs takes.
  static Rngs of(State& state, const Value& seeds);

 private:
  template <class F>
  auto with_stream(const std::string& name, F f);
};

// What a parameter `inout key: key or nn.Rngs` is given: a key, of which weights are drawn as from
// any other, or streams, whose stream `params` gives a key for each weight that Flax draws, zeros
// and ones included, and is given back as far as that has counted. None: nothing to draw from.
class Keys {
 public:
  Keys() = default;
  explicit Keys(Array key) : key_(std::move(key)) {}
  explicit Keys(const Value& value);

  // The key of what draws once: a lone key itself.
  Array sole() { return rngs_ ? rngs_->key(params) : key_; }
  // The key of one of several draws.
  Array next() { return rngs_ ? rngs_->key(params) : rng::next(key_); }
  // Flax draws a key for what needs none, n times.
  void pass(int64_t n = 1);
  // A stream for a layer that draws when it is called; nil where there is nothing to draw from.
  Value fork(State& state, const std::string& name);
  // Calls f with keys for one of several parts: these, or those of the next half.
  template <class F>
  auto part(F f) {
    if (rngs_ || key_.is_none()) return f(*this);
    Keys half(next());
    return f(half);
  }
  Value kept(State& state) const;

 private:
  static constexpr const char* params = "params";
  Array key_;
  std::optional<Rngs> rngs_;
};

void read(const Arguments& in, size_t at, Keys& out);
inline Value value_of(State& state, const Keys& keys) { return keys.kept(state); }
inline Value value_of(State& state, Keys& keys) { return keys.kept(state); }

}  // namespace rille
