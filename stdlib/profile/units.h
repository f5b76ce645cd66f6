// Units: the text of times, sizes, and places.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "stdlib/profile/timeline.h"

namespace rille::profile {

// "12.3 us", "4.56 ms", "1.20 s".
std::string duration_text(double ns);
std::string ns_text(int64_t ns);

// "512 B", "25.6 kB", "1.2 GB".
std::string size_text(double bytes);

// A number with a unit prefix: "25.6 k", "205 G".
std::string count_text(double number);

// "40 %", or "4.2 %" below 10 %.
std::string percent_text(double fraction);

// "train.rille:12" without directories; "" if the line is unknown.
std::string text(const Place& place);

// One line without control characters.
std::string line_text(std::string_view text);

}  // namespace rille::profile
