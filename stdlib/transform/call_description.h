// CallDescription: a description of the call that was traced.
#pragma once

#include <string>
#include <vector>

#include "vm/function.h"
#include "vm/state.h"

namespace rille {

// Everything that the trace of a call depends on: one item for each leaf and each static value of
// the arguments and captures.
struct CallDescription {
  struct DescribedLeaf {
    std::string name;  // "x", "model.layers[0].w"; for a capture "captured k"
    std::string what;  // "f32[3]", "int", "5 (static: its value is needed)"
    bool operator==(const DescribedLeaf&) const = default;
  };
  std::vector<DescribedLeaf> items = {};

  // `fixed`: for each leaf, in the order of take_apart(), whether its value is static.
  static CallDescription call(const Function& f, const Values& args,
                              const std::vector<bool>& fixed);

  // "x: f32[3], n: 5 …".
  std::string text() const;
  // The difference from the most similar of these, "x: f32[4], was f32[3]", or text() if `earlier`
  // is empty.
  std::string text_beside(const std::vector<const CallDescription*>& earlier) const;
};

// Shows a warning, if the host shows warnings, that one function was compiled for many calls.
void warn_of_compiles(const Function& f, const std::vector<const CallDescription*>& all);

}  // namespace rille
