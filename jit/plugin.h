// Plugin: libraries beside the program, opened when needed.
#pragma once

#include <string>
#include <string_view>

namespace rille {

// The path of a file beside the program, or the one that the environment variable names.
std::string path_beside(std::string_view file, const char* variable);

// The library there; error[device] where there is none. It stays open.
void* open_beside(std::string_view file, const char* variable);

}  // namespace rille
