// Paint: errors in the colours of a terminal.
#pragma once

#include <string>
#include <string_view>

namespace rille {

// What render() made of errors, with ANSI colours: kinds and carets red, places blue, help green.
std::string painted(std::string_view rendered);

}  // namespace rille
