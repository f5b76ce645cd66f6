// Rngs: named RNG streams with counters.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "stdlib/rng.h"
#include "vm/struct.h"

namespace rille {

// An RNG stream: its key number n is fold_in(base, n), as in flax.nnx.RngStream.
struct KeyStream {
  static const Struct& record();
  Array base, count = Array(int64_t{0});
  std::string name = "default";

  Array key();
  Value fork(State& state) { return make_instance(state, KeyStream{.base = key(), .name = name}); }
};

// nn.Rngs: a name without a stream of its own uses the stream `default`.
struct Rngs {
  static const Struct& record();
  Value streams;  // a dict of nn.RngStream

  Array key(const std::string& name);
  Value fork(State& state, const std::string& name);
  // From one seed or key for all streams, or a record or dict of them by name: the argument of
  // nn.rngs.
  static Rngs of(State& state, const Value& seeds);

 private:
  template <class F>
  auto with_stream(const std::string& name, F f);
};

// The argument of a parameter `inout key: key or nn.Rngs`. A key is split for each weight, as for
// any sampling function. Of an nn.Rngs, the stream `params` yields a key for each weight for which
// Flax takes one, zeros and ones included, and its counter is returned to the caller. A KeySource
// made without arguments has no source of randomness.
class KeySource {
 public:
  KeySource() = default;
  explicit KeySource(Array key) : key_(std::move(key)) {}
  explicit KeySource(const Value& value);

  // The key for a single sample: a plain key itself.
  Array sole() { return rngs_ ? rngs_->key(params) : key_; }
  // The key for one of several samples.
  Array next() { return rngs_ ? rngs_->key(params) : rng::next(key_); }
  // Skips the n keys that Flax takes for weights that need none.
  void pass(int64_t n = 1);
  // A stream for a layer that samples when it is called; nil if there is no source of randomness.
  Value fork(State& state, const std::string& name);
  // Calls f with the keys for one of several parts: these streams, or the keys of the next half.
  template <class F>
  auto part(F f) {
    if (rngs_ || key_.is_none()) return f(*this);
    KeySource half(next());
    return f(half);
  }
  Value kept(State& state) const;

 private:
  static constexpr const char* params = "params";
  Array key_;
  std::optional<Rngs> rngs_;
};

void read(const Arguments& in, size_t at, KeySource& out);
inline Value value_of(State& state, const KeySource& keys) { return keys.kept(state); }
inline Value value_of(State& state, KeySource& keys) { return keys.kept(state); }

}  // namespace rille
