// MadeFor: what a trace was made for, in words.
#pragma once

#include <string>
#include <vector>

#include "vm/function.h"
#include "vm/state.h"

namespace rille {

// All that the trace of a call depends on: one item for each leaf and each static part of its
// arguments and captures.
struct MadeFor {
  struct Item {
    std::string name;  // "x", "model.layers[0].w"; of captures "captured k"
    std::string what;  // "f32[3]", "int", "5 (its value was needed)"
    bool operator==(const Item&) const = default;
  };
  std::vector<Item> items = {};

  // `fixed`: which leaves the function needed the values of, in the walk of take_apart().
  static MadeFor call(const Function& f, const Values& args, const std::vector<bool>& fixed);

  // "x: f32[3], n: 5 …".
  std::string text() const;
  // How it differs from the nearest of these, "x: f32[4], was f32[3]"; its text where there is
  // none.
  std::string text_beside(const std::vector<const MadeFor*>& earlier) const;
};

// Says once, where a host shows warnings, that one function was compiled for very many calls.
void warn_of_compiles(const Function& f, const std::vector<const MadeFor*>& all);

}  // namespace rille
