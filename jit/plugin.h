// Plugin: libraries beside the program, opened when needed.
#pragma once

#include <string_view>

namespace rille {

// The library of the file beside the program, or of the path that the environment variable names;
// error[device] where there is none. It stays open.
void* open_beside(std::string_view file, const char* variable);

}  // namespace rille
