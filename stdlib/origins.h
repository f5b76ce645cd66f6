// Origins: source positions of traced operations.
#pragma once

#include "jit/origin.h"
#include "vm/state.h"

namespace rille {

// The origin of the operation that is being recorded.
inline Origin current_origin(const State& state) {
  return Origin::at(state.current_span(), state.module_path());
}

}  // namespace rille
