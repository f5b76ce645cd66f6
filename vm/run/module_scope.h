// ModuleScope, LayerStep: which layer of a model runs.
#pragma once

#include <cstddef>
#include <string_view>

#include "vm/error.h"
#include "vm/module_path.h"
#include "vm/value.h"

namespace rille {

class State;  // vm/state.h

// Around the call of a method in a trace: what is recorded while it lives is in the layer `self`.
// A layer whose path is not known leaves the one around it in force. The destructor also leaves the
// layers that scripts entered meanwhile and an error kept them from leaving.
class ModuleScope {
 public:
  ModuleScope(State& state, const Value& self);
  explicit ModuleScope(State& state);  // around what may fail and is gone on from
  ~ModuleScope();
  ModuleScope(const ModuleScope&) = delete;
  ModuleScope& operator=(const ModuleScope&) = delete;

 private:
  State& state_;
  size_t open_;
};

// A layer that is a field of another one, or an item of that field, from 0.
struct LayerStep {
  std::string_view field;
  int index = -1;            // -1: the field itself
  bool is_function = false;  // which has no path of its own
};

// The step from a layer of C++ whose call runs to the one that it calls. Outside of traces, where
// instances have no paths, State::place reads those that are open; in a trace a function is in the
// layer that the step leads to.
class OpenStep {
 public:
  OpenStep(State& state, LayerStep step);
  ~OpenStep();
  OpenStep(const OpenStep&) = delete;
  OpenStep& operator=(const OpenStep&) = delete;
  void tell(Error& error) const;  // that leaves the step before it has a place

 private:
  State& state_;
  bool is_traced_;
  size_t open_;  // layers of traces, before
  LayerStep step_;
};

// Runs f, which calls the layer at a step from the layer of C++ whose call runs.
template <class F>
auto in_layer(State& state, LayerStep step, const F& f) {
  OpenStep open(state, step);
  try {
    return f();
  } catch (Error& error) {
    open.tell(error);
    throw;
  }
}

// A layer of the library whose own layers have no paths, as of a model that a trace reads from
// outside, with theirs. Called inside of another model it is foreign: they are in the layer that
// calls it.
Value with_layer_paths(State& state, const Value& layer);

// While code is recorded as a region. Outside of all traces the paths of layers begin at the layer
// that the code calls first, and are forgotten with the region; an error finds the path up to that
// layer in the frames around the region.
class RegionPaths {
 public:
  explicit RegionPaths(State& state);
  ~RegionPaths();
  RegionPaths(const RegionPaths&) = delete;
  RegionPaths& operator=(const RegionPaths&) = delete;

 private:
  State& state_;
  bool is_outermost_;
};

// While a trace is open: what its paths begin at, the arguments of the function that is traced and
// what it captures. Errors find by it where in a model the trace began.
class TraceRoots {
 public:
  TraceRoots(State& state, const Function& f, const Values& args);
  ~TraceRoots();
  TraceRoots(const TraceRoots&) = delete;
  TraceRoots& operator=(const TraceRoots&) = delete;

 private:
  State& state_;
  Values roots_;  // taken before the trace puts tracers in the place of captures
};

}  // namespace rille
