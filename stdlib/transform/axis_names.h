// AxisNames: the axes that open vmaps have given names.
#pragma once

#include <string>
#include <vector>

#include "vm/array.h"
#include "vm/state.h"

namespace rille {

struct NamedAxis {
  std::string name;  // "": none
  int64_t size = 0;
};

// Part of a State. Innermost last; `me` is the number of the row, in the trace of that vmap.
struct AxisNames {
  struct One {
    NamedAxis axis;
    Array me;
  };
  std::vector<One> open;
};

// The axis has its name while this lives.
class AxisScope {
 public:
  AxisScope(State& state, const NamedAxis& axis, const Array& me) : open_(open_of(state)) {
    open_.push_back({axis, me});
  }
  ~AxisScope() { open_.pop_back(); }
  AxisScope(const AxisScope&) = delete;
  AxisScope& operator=(const AxisScope&) = delete;

 private:
  static std::vector<AxisNames::One>& open_of(State& state) { return state.part<AxisNames>().open; }
  std::vector<AxisNames::One>& open_;
};

}  // namespace rille
