// Masks: which leaves a transformation applies to.
#pragma once

#include <functional>
#include <string>

#include "stdlib/optim/rule.h"

namespace rille {

// The mask of an optimizer: a predicate on the path of a leaf, or a tree of bools in the structure
// of the params, where a bool at a branch applies to all leaves below it. nil chooses every leaf.
struct LeafMask {
  const Value& of;
  std::string_view who;   // "optim.masked", for errors
  std::string_view name;  // "mask"
  bool when = true;       // the value of the mask for the leaves that are chosen

  // The tree with nil in place of the leaves that are not chosen.
  Value chosen(State& state, const Value& tree) const;
};

// The tree with nil in place of the leaves for whose path `f` is false.
Value leaves_where(const Value& tree, const std::function<bool(const std::string& path)>& f);

// The leaves of `chosen`; where these are nil, the leaves of `others`.
Value merged(const Value& chosen, const Value& others);

constexpr std::string_view mask_text =
    "Mask of the leaves: a predicate on the path, such as `\"layers[0].w\"`, or a tree of bools in "
    "the structure of the params. If nil, all leaves are chosen.";

}  // namespace rille
