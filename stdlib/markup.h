// Markup: text within SVG, HTML or XML.
#pragma once

#include <string>
#include <string_view>

namespace rille {

// Escapes markup characters as entities and replaces control characters with spaces, for text and
// quoted attributes.
std::string escaped_markup(std::string_view text);

}  // namespace rille
