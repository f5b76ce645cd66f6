// Rngs: streams of random keys, by name, that count.
#pragma once

#include <string_view>

#include "stdlib/rng.h"
#include "vm/struct.h"

namespace rille {

// A key that gives others: its key number n is fold_in(base, n), as flax.nnx.RngStream has it.
struct KeyStream {
  static const Struct& record();
  Array base, count = Array(int64_t{0});

  Array key();
  Value fork(State& state) { return make_instance(state, KeyStream{key()}); }
};

// nn.Rngs: what is asked for by a name that it lacks comes of the stream `default`.
struct Rngs {
  static const Struct& record();
  Value streams;  // a dict of nn.Stream

  Array key(const std::string& name);
  Value fork(State& state, const std::string& name);

 private:
  template <class F>
  auto with_stream(const std::string& name, F f);
};

}  // namespace rille
