// either: a condition of C++, known or traced.
#pragma once

#include <functional>

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

}  // namespace rille
