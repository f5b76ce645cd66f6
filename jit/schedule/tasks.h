// Tasks: how nests with products are cut.
#pragma once

#include "jit/schedule.h"

namespace rille {

// Vector loop and lanes of a stage; loops outside of `from` are not its own.
StageSchedule schedule_loops(const Stage& stage, int from, const Machine& machine);

// The schedule of a nest that has a product.
Schedule schedule_tasks(const Nest& nest, const Machine& machine);

}  // namespace rille
