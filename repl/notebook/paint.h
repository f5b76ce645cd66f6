// Paint: errors in ANSI colors.
#pragma once

#include <string>
#include <string_view>

namespace rille {

// Adds ANSI colors to the text of render(): error kinds and carets are red, locations are blue, and
// help is green.
std::string painted(std::string_view rendered);

}  // namespace rille
