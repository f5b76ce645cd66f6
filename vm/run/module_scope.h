// ModuleScope: the layer whose call is being traced.
#pragma once

#include <cstddef>

#include "vm/module_path.h"

namespace rille {

class State;  // vm/state.h
class Value;  // vm/value.h

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

// A layer of the library whose own layers have no paths, as of a model that a trace reads from
// outside, with theirs, where it is at `path`.
Value with_layer_paths(const Value& layer, const ModulePath& path);

}  // namespace rille
