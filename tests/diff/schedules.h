// Drawn schedules, as a tuner may choose them.
#pragma once

#include "jit/schedule.h"
#include "tests/diff/chance.h"

namespace rille::diff {

// A machine with other vectors, registers, caches, and cores than the host.
Target drawn_target(Chance& chance);

// The schedule of that machine, or one that is drawn field by field. Nests of several stages with
// products have that of the machine.
Schedule drawn_schedule(const Nest& nest, const Target& target, Chance& chance);

// Whether a product is computed by dots of bf16. Its bits are not those of the plain loops.
bool sums_pairs(const ScheduledNest& kernel);

}  // namespace rille::diff
