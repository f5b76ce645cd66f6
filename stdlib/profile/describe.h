// describe: the facts of a plan as data of a profile.
#pragma once

#include <functional>
#include <string>
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

// The line of a span in the sources of a State; empty for no span.
Place place_of(const State& state, rille::Span span);

// The place of an origin, with an empty file for none.
using PlaceOf = std::function<Place(const Origin&)>;

PlanFacts describe(const Plan& plan, const Target& target, std::string name, uint64_t id,
                   const PlaceOf& place);

}  // namespace rille::profile
