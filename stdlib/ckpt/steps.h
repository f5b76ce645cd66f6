// Steps: the files of a folder that a manager keeps.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "stdlib/file/location.h"

namespace rille {

// "step-00000042.safetensors": eight digits or more, so that lists of files have their order.
std::string step_file(int64_t step);
std::string step_path(const std::string& folder, int64_t step);
std::optional<int64_t> step_of_file(const std::string& name);

// The steps of the folder, the first ones first; none where it is no folder.
std::vector<int64_t> steps_in(const Location& folder);
std::vector<int64_t> steps_in(const std::string& folder);  // as it is now

}  // namespace rille
