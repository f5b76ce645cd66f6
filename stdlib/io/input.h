// Lines of standard input, for C++ code.
#pragma once

#include "vm/value.h"

namespace rille {

// The next line without the line break; nil after the last one. error[io] if it is not valid UTF-8.
Value input_line(State& state);

}  // namespace rille
