// pprof_profile: a capture as a profile of pprof.
#pragma once

#include <string>

#include "stdlib/profile/timeline.h"

namespace rille::profile {

// A serialized profile.proto, which `pprof` and Speedscope open. Each sample has four values: time
// of kernels, runs of kernels, bytes in use at the peak, and samples of the script. Kernels have
// the stack function, layers, line, kernel; blocks of memory have function, layers, line.
std::string pprof_profile(const Timeline& timeline);

}  // namespace rille::profile
