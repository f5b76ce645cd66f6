// Captured: what the layers of a model got and gave.
#pragma once

#include <string>
#include <vector>

#include "vm/state.h"
#include "vm/struct.h"

namespace rille {

// An instance within a model. `given` and `gave` have an item for each call.
struct CapturedNode {
  std::string path;  // "" of the model itself
  Value node;
  Value now;  // what its calls have made of it
  std::vector<Values> given;
  Values gave;
};

// All tuples, records, dicts and instances within the model, the outer ones first.
std::vector<CapturedNode> nodes_within(const Value& model);

// The same after model(args...), which calls of instances with `call` in the trace that is open
// have been noted in; those in traces within it, of loops or transforms, are left out.
std::vector<CapturedNode> captured(State& state, const Value& model, const Values& args);

}  // namespace rille
