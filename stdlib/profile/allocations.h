// Allocations of a capture, completed for replay.
#pragma once

#include <vector>

#include "stdlib/profile/timeline.h"

namespace rille::profile {

// Timeline::allocations after the blocks that were in use at the start of the capture, at time 0:
// one for each release of a block that the capture did not see allocated, and one of address 0 for
// the rest. Their label and place are unknown. The sum of all `bytes` up to an entry is the memory
// in use.
std::vector<Allocation> complete_allocations(const Timeline& timeline);

// The number of entries up to and including the one at which the memory in use is the highest.
size_t entries_to_peak(const std::vector<Allocation>& allocations);

// The indices of the entries that are in use after the first `count` ones, in ascending order.
std::vector<size_t> live_indices(const std::vector<Allocation>& allocations, size_t count);

// The index in Timeline::modules of the compiled function that runs at `time`; -1: none.
int module_at(const Timeline& timeline, int64_t time);

}  // namespace rille::profile
