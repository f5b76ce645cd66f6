// Report: a summary with advice, for the terminal.
#pragma once

#include <string>
#include <vector>

#include "stdlib/profile/advice.h"
#include "stdlib/profile/summary.h"
#include "stdlib/profile/timeline.h"

namespace rille::profile {

// Lines of at most `width` columns, at least 40, with escape sequences for colors if `color` is
// true.
std::string report(const Timeline& timeline, const Summary& summary,
                   const std::vector<Advice>& advice, int width, bool color);

}  // namespace rille::profile
