// Alike: renders errors, equal ones once.
#pragma once

#include <span>
#include <string>

#include "vm/error.h"

namespace rille {

// Returns the errors as a terminal shows them. Errors of one file with the same kind, message, and
// help are a group: the first one is rendered, followed by the number and the lines of the others.
std::string shown_once(std::span<const Error> errors, std::span<const Source> sources);

// Replaces the head "error[kind]" of a rendered error by "warning".
std::string as_warning(const std::string& rendered);

}  // namespace rille
