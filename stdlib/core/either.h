// either, repeated: conditions and loops of C++.
#pragma once

#include <functional>
#include <string>

#include "vm/array.h"
#include "vm/state.h"
#include "vm/value.h"

namespace rille {

// What one of the two sides gives, as an `if` of a script does: of a condition that is known its
// side runs; of a traced one both are recorded, and one of them will run. They must give trees of
// one structure and of the same types then: error[trace], which names `sides`.
using Side = std::function<Value()>;
struct Sides {
  std::string yes = "one side", no = "the other";
};
Value either(State& state, const Array& condition, const Side& yes, const Side& no,
             const Sides& sides = {});

// What `turn` makes of the tree, again and again while the condition of it holds: now, or as a loop
// of the open graph. The tree keeps its structure and types.
Value repeated(State& state, const Value& start, const std::function<Array(const Value&)>& goes_on,
               const std::function<Value(const Value&)>& turn);

}  // namespace rille
