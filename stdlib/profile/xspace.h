// xspace: a capture as planes and lines of XProf.
#pragma once

#include <string>

#include "stdlib/profile/timeline.h"

namespace rille::profile {

class XPrograms;

// A serialized XSpace, the contents of a file `HOST.xplane.pb`. The kernels of the host are on a
// plane "/device:TPU:N", because XProf computes op profile, HLO stats and roofline from these
// planes only. XProf adds the lines of framework operations, name scopes, and source code.
std::string xspace(const Timeline& timeline);
std::string xspace(const Timeline& timeline, const XPrograms& programs);

}  // namespace rille::profile
