// Random graphs of smooth operations and regions.
#pragma once

#include <random>

#include "tests/unit/support/judge.h"

namespace rille {

// A graph of `size` steps with params and results of these types; regions are nested `depth` deep.
// Floats stay small for all inputs, and the function is smooth where no comparison changes.
Region random_region(std::mt19937& rng, const Types& params, const Types& results, int size,
                     int depth);

}  // namespace rille
