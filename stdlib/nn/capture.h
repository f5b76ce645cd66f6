// CapturedNode: inputs and outputs of a layer of a model.
#pragma once

#include <string>
#include <vector>

#include "vm/state.h"
#include "vm/struct.h"

namespace rille {

// A node within a model. `given` (inputs) and `gave` (outputs) have one item per call.
struct CapturedNode {
  std::string path;  // "" for the model itself
  Value node;
  Value now;  // the node after its latest call
  std::vector<Values> given;
  Values gave;
};

// Returns all tuples, records, dicts and instances within the model, outer ones first.
std::vector<CapturedNode> nodes_within(const Value& model);

// Calls model(args...) and returns the nodes with the calls of instances that have `call`. Calls in
// traces within the current one, of loops or transforms, are not recorded.
std::vector<CapturedNode> captured(State& state, const Value& model, const Values& args);

}  // namespace rille
