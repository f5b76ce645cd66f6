// core: the runtime of the language itself, and its hooks.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "vm/error.h"
#include "vm/function.h"
#include "vm/state.h"
#include "vm/value.h"

namespace rille {

// What the runtime leaves to who runs it. An empty hook: imports are refused, tests are skipped,
// values are not shown, lines are not announced, and an error of a guarded statement goes on.
struct CoreHooks {
  std::function<Value(const std::string& path, bool is_file)> import;
  std::function<void(const std::string& name, const Function& body)> test;
  std::function<void(const Value&)> show;  // of a bare expression
  std::function<void(int64_t offset)> line;
  std::function<void(int file, int offset)> ran;  // lang/emit.h: of coverage
  std::function<void(const Error&)> raised;       // by what stood before a guard
};

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

// Puts the operators, statements and builtin values (pi, inf, …) into a State. Once for each.
void install_core(State& state);
CoreHooks& core_hooks(State& state);
std::vector<std::string> core_values();  // the names of builtin values that are no functions

}  // namespace rille
