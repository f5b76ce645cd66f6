// Origins: of the operations that are being traced.
#pragma once

#include "jit/origin.h"
#include "vm/state.h"

namespace rille {

// Of what is recorded now.
inline Origin current_origin(const State& state) {
  return Origin::at(state.current_span(), state.module_path());
}

}  // namespace rille
