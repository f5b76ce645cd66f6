// core: the runtime of the language itself.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "vm/error.h"
#include "vm/function.h"
#include "vm/state.h"
#include "vm/value.h"

namespace rille {

// What a trace asks of the transform that runs it, as a part of the State.
struct Asked {
  // A traced number whose value was needed, or would help where an error of the kind `only` ends
  // the trace (none: any error). The transform may trace again with the numbers fixed that it
  // comes from. The latest stand last.
  struct One {
    Array value;
    std::optional<Code> only = {};
  };
  std::vector<One> values = {};
  bool looped = false;   // a loop whose turns are known became a loop of the graph
  bool unrolls = false;  // such loops are unrolled: what they leave in their places is needed
};

// Puts the operators, statements and builtin values (pi, inf, …) into a State. Once for each. Of
// imports, tests, values and statements the State's observers are told (vm/run/observer.h): where
// there is none, imports are refused and an error of a guarded statement goes on.
void install_core(State& state);
std::vector<std::string> core_values();  // the names of builtin values that are no functions

}  // namespace rille
