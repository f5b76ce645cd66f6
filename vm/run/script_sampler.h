// ScriptSampler: regular samples of the stack of a script.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <span>
#include <string>

#include "vm/text/source.h"

namespace rille {

class State;
class SampleTimer;

// A call of a function of a script, and the line that it runs.
struct SampledFrame {
  std::string function;  // "loss"; "" at the top level and in lambdas
  bool is_top = false;   // at the top level of a file
  Span span;
};

// While it exists, calls a function on the thread that runs the State about once per period. The
// function receives the stack, outermost frame first. During a builtin, the call waits for its end,
// and is one sample for all periods since the last one. The function is not called while no script
// runs. Exceptions of the function are dropped. Construct and destroy it on the thread of the
// State, which may be gone by then; at most one per State.
class ScriptSampler {
 public:
  using Callback = std::function<void(std::span<const SampledFrame> frames)>;
  ScriptSampler(State& state, std::chrono::nanoseconds period, Callback f);
  ~ScriptSampler();
  ScriptSampler(const ScriptSampler&) = delete;
  ScriptSampler& operator=(const ScriptSampler&) = delete;

 private:
  std::shared_ptr<SampleTimer> timer_;
};

}  // namespace rille
