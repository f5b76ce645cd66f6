// Html: arrays, tables and trees as a page shows them.
#pragma once

#include <string>

#include "vm/value.h"

namespace rille {

// "" of what is better told as text: numbers, strings, functions, small trees. Of a large array or
// table the first and last rows and columns stand there, of a large tree the first 200 lines.
std::string html_of(const Value& value);

}  // namespace rille
