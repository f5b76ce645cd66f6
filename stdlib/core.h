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

// The requests of a trace to the transform that runs it, a part of the State.
struct TraceRequests {
  // A traced number whose value was needed. With `only`, the value helps only if an error of that
  // code ends the trace (nullopt: any error). The transform may trace again with the numbers that
  // it depends on specialized. The latest request comes last.
  struct StaticValueRequest {
    Array value;
    std::optional<Code> only = {};
  };
  std::vector<StaticValueRequest> values = {};
  bool looped = false;   // a loop with a static trip count became a loop of the graph
  bool unrolls = false;  // such loops are unrolled: the values of their variables are needed
};

// Puts the operators, statements, and builtin values (pi, inf, …) into a State; called once for
// each State. Imports, tests, values, and statements are reported to the observers of the State
// (vm/run/observer.h). Without an observer, imports raise an error, and an error of a guarded
// statement propagates.
void install_core(State& state);
std::vector<std::string> core_values();  // the names of the builtin values that are not functions

}  // namespace rille
