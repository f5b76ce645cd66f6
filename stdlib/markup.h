// Markup: text within SVG, HTML or XML.
#pragma once

#include <string>
#include <string_view>

namespace rille {

// Signs of markup become entities, control characters blanks: for text and quoted attributes.
std::string escaped_markup(std::string_view text);

}  // namespace rille
