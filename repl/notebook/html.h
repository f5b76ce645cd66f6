// Html: arrays, tables, and trees as HTML.
#pragma once

#include <string>

#include "vm/value.h"

namespace rille {

// Returns the HTML of a value; "" for numbers, strings, functions, and small trees, which are shown
// in text form. Large arrays and tables are reduced to their first and last rows and columns, and
// large trees to their first 200 lines.
std::string html_of(const Value& value);

}  // namespace rille
