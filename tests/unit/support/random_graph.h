// Random graphs of smooth operations and regions.
#pragma once

#include <random>

#include "tests/unit/support/judge.h"

namespace rille {

// A graph of `size` steps from params of these types to results of those; regions nest `depth`
// deep. Its floats stay small whatever it is given, and it is smooth where no comparison flips.
Region random_region(std::mt19937& rng, const Types& params, const Types& results, int size,
                     int depth);

}  // namespace rille
