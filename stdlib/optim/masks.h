// Masks: which leaves of a tree a rule is for.
#pragma once

#include <functional>
#include <string>

#include "stdlib/optim/rule.h"

namespace rille {

// What an optimizer takes for a mask: a function of a leaf's path, or bools in the structure of
// the params, where one at a branch stands for all below it. nil: every leaf.
struct LeafMask {
  const Value& of;
  std::string_view who;   // "optim.masked", for errors
  std::string_view name;  // "mask"
  bool when = true;       // the answer of those that are chosen

  // The leaves that are chosen, nil for the others.
  Value chosen(State& state, const Value& tree) const;
};

// f of each leaf with its path: it stays, or is nil.
Value leaves_where(const Value& tree, const std::function<bool(const std::string& path)>& f);

// The leaves of `chosen` where it has them, else those of `others`.
Value merged(const Value& chosen, const Value& others);

constexpr std::string_view mask_text =
    "which leaves, by path, \"layers[0].w\", or bools in the params' structure; nil: all";

}  // namespace rille
