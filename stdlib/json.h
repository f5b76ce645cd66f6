// JSON in C++: a value of a text.
#pragma once

#include <string>

#include "vm/value.h"

namespace rille {

// As json.parse gives it; error[value] with line and column where the text is no JSON.
Value parse_json(const std::string& text);

}  // namespace rille
