// Schedule: how a nest runs on a machine, beside the nest.
#pragma once

#include <string>
#include <vector>

#include "jit/machine.h"
#include "jit/nest.h"

namespace rille {

// How one stage runs.
struct StageSchedule {
  int vector = -1;     // the loop whose neighbours stand in one register; -1: none
  int lanes = 1;       // of that loop, a power of two
  bool tiled = false;  // pointwise: the loop outside the vectors goes in blocks inside them
  int64_t row_tiles = 0, column_tiles = 0;      // contract: tiles of the whole output
  int64_t rows_a_task = 0, columns_a_task = 0;  // contract: tiles of one turn
};

// Kernels take a range of turns; the union of ranges is the whole work, in any order, on any
// thread, with the same bits.
struct Schedule {
  int loop = -1;      // the kept loop that turns run over; -1: one turn, or a contract's tasks
  int64_t turns = 1;  // 0 where the extent is an argument (it is turns then)
  int64_t align = 1;  // ranges begin at multiples of this
  std::vector<StageSchedule> stages = {};
};

std::string text(const Schedule& schedule);  // all of it

Schedule schedule_of(const Nest& nest, const Machine& machine);

}  // namespace rille
