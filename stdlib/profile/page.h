// page: a capture as one self-contained HTML page.
#pragma once

#include <string>
#include <vector>

#include "stdlib/profile/timeline.h"

namespace rille::profile {

// The page has views of the steps, the time line, the roofline, the memory, the graphs, and the
// flame graphs. It loads nothing, and runs from a file. `advice` are texts for its overview.
std::string page(const Timeline& timeline, const std::vector<std::string>& advice = {});

// The bytes that the page decodes (stdlib/profile/page/data.js), before compression: the length of
// a JSON text, the text, and columns of numbers.
std::string page_data(const Timeline& timeline, const std::vector<std::string>& advice);

}  // namespace rille::profile
