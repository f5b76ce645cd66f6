// way_to_text: how to convert a file to UTF-8 text.
#pragma once

#include <string>
#include <string_view>

namespace rille {

// A hint how to obtain text from a file that begins with these bytes and is not UTF-8.
std::string way_to_text(std::string_view begin);

}  // namespace rille
