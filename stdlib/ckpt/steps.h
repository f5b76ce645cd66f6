// Steps: the files in the directory of a checkpoint manager.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "stdlib/file/location.h"

namespace rille {

// The file name of a step, "step-00000042.safetensors". At least eight digits make the order of
// names that of steps.
std::string step_file(int64_t step);
std::string step_path(const std::string& folder, int64_t step);
std::optional<int64_t> step_of_file(const std::string& name);

// The steps in the directory, in ascending order; empty if it is not a directory.
std::vector<int64_t> steps_in(const Location& folder);
std::vector<int64_t> steps_in(const std::string& folder);  // lists the directory again

}  // namespace rille
