// help_json: all records as JSON.
#pragma once

#include <string>

namespace rille {

// Returns a JSON array with an object for each public builtin and struct.
std::string help_json();

}  // namespace rille
