// Alike: errors of one cause are shown once.
#pragma once

#include <span>
#include <string>

#include "vm/error.h"

namespace rille {

// The errors as a terminal shows them. Of those that say the same of one file the first is shown,
// then how many more there are and in which lines.
std::string shown_once(std::span<const Error> errors, std::span<const Source> sources);

// A rendered error as what has not failed.
std::string as_warning(const std::string& rendered);

}  // namespace rille
