// Hand-made timelines for tests of the profiler.
#pragma once

#include "stdlib/profile/timeline.h"

namespace rille::profile {

// Ten steps of the training of an MLP: an input stage of 200 us, then two kernels of 300 us and
// 100 us in a step of 1 ms; one compilation before; allocations of which two live at the peak.
Timeline mlp_timeline();
// Two devices besides the host, loops, several results, eager operations, and difficult names.
Timeline devices_timeline();
// A thread that runs eager operations only, in a truncated capture.
Timeline eager_timeline();
// `kernels` kernels of one microsecond, each with an allocation and a release.
Timeline long_timeline(int kernels);

}  // namespace rille::profile
