// ModuleScope, LayerStep: the current layer of a model.
#pragma once

#include <cstddef>
#include <string_view>

#include "vm/error.h"
#include "vm/module_path.h"
#include "vm/value.h"

namespace rille {

class State;  // vm/state.h

// The scope of a method call in a trace: operations recorded during its lifetime belong to the
// layer `self`. If the path of the layer is unknown, the enclosing layer stays current. The
// destructor also leaves layers that scripts entered and did not leave because of an error.
class ModuleScope {
 public:
  ModuleScope(State& state, const Value& self);
  explicit ModuleScope(State& state);  // around code whose errors are handled
  ~ModuleScope();
  ModuleScope(const ModuleScope&) = delete;
  ModuleScope& operator=(const ModuleScope&) = delete;

 private:
  State& state_;
  size_t open_;
};

// The step from a layer to another layer in one of its fields, or in item `index` of that field.
struct LayerStep {
  std::string_view field;
  int index = -1;            // -1: the field itself
  bool is_function = false;  // a function, which has no path
};

// The step from a running C++ layer to the layer that it calls. Outside of traces, where instances
// have no paths, State::place reads the open steps. In a trace, a function is in the layer at the
// end of the step.
class OpenStep {
 public:
  OpenStep(State& state, LayerStep step);
  ~OpenStep();
  OpenStep(const OpenStep&) = delete;
  OpenStep& operator=(const OpenStep&) = delete;
  void tell(Error& error) const;  // an error that leaves the step without a position

 private:
  State& state_;
  bool is_traced_;
  size_t open_;  // number of open layers before this step
  LayerStep step_;
};

// Runs f, which calls the layer at a step from the running C++ layer.
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

// Assigns paths to the sublayers of a layer of the library that have none, as in a model that a
// trace reads from outside. If it is called inside of another model, it is foreign: its layers get
// the path of the layer that calls it.
Value with_layer_paths(State& state, const Value& layer);

// The scope of a region that is being recorded. Outside of all traces, the paths of layers start at
// the layer that the code calls first, and are dropped with the region. An error finds the path up
// to that layer in the frames around the region.
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

// The roots of paths in an open trace: the arguments and captures of the traced function. Errors
// use them to find where in a model the trace began.
class TraceRoots {
 public:
  TraceRoots(State& state, const Function& f, const Values& args);
  ~TraceRoots();
  TraceRoots(const TraceRoots&) = delete;
  TraceRoots& operator=(const TraceRoots&) = delete;

 private:
  State& state_;
  Values roots_;  // saved before the trace replaces captures by tracers
};

}  // namespace rille
