// describe: the facts of a plan as data of a profile.
#pragma once

#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "jit/plan.h"
#include "jit/target.h"
#include "stdlib/profile/timeline.h"
#include "vm/state.h"

namespace rille::profile {

// The module of a plan, and one label for each of its steps, in the order of estimate()
// (jit/estimate.h).
struct PlanFacts {
  Module module;
  std::vector<Label> labels;
};

// Finds the lines of spans, and keeps where the lines of each source begin. Thread-safe.
class PlaceFinder {
 public:
  // Empty for no span.
  Place find(const State& state, rille::Span span);

 private:
  struct SourceLines {
    size_t size = 0;          // of the text
    std::vector<int> begins;  // of the lines
  };
  std::mutex mutex_;
  std::map<std::pair<const State*, int>, SourceLines> sources_;
};

// The place of an origin, with an empty file for none.
using PlaceOf = std::function<Place(const Origin&)>;

PlanFacts describe(const Plan& plan, const Target& target, std::string name, uint64_t id,
                   const PlaceOf& place);

}  // namespace rille::profile
