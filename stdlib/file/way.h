// What bytes that are no text probably are.
#pragma once

#include <string>
#include <string_view>

namespace rille {

// How text is made of bytes that begin so and are no UTF-8.
std::string way_to_text(std::string_view begin);

}  // namespace rille
