// help_json: all records, for tools.
#pragma once

#include <string>

namespace rille {

// An array of objects: every public builtin and struct.
std::string help_json();

}  // namespace rille
