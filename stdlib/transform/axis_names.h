// AxisNames: the named axes of the vmaps that are open.
#pragma once

#include <string>
#include <vector>

#include "vm/array.h"
#include "vm/state.h"

namespace rille {

struct NamedAxis {
  std::string name;  // empty: the axis has no name
  int64_t size = 0;
};

// Part of a State. The innermost axis is last. `me` is the index of the mapped element, an array in
// the trace of that vmap.
struct AxisNames {
  struct OpenAxis {
    NamedAxis axis;
    Array me;
  };
  std::vector<OpenAxis> open;
};

// The axis can be found by its name while this object lives.
class AxisScope {
 public:
  AxisScope(State& state, const NamedAxis& axis, const Array& me) : open_(open_of(state)) {
    open_.push_back({axis, me});
  }
  ~AxisScope() { open_.pop_back(); }
  AxisScope(const AxisScope&) = delete;
  AxisScope& operator=(const AxisScope&) = delete;

 private:
  static std::vector<AxisNames::OpenAxis>& open_of(State& state) {
    return state.part<AxisNames>().open;
  }
  std::vector<AxisNames::OpenAxis>& open_;
};

}  // namespace rille
