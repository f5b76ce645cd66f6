// Standard input in C++: its lines.
#pragma once

#include "vm/value.h"

namespace rille {

// The next line without its end; nil behind the last one. error[io] where it is no UTF-8.
Value input_line(State& state);

}  // namespace rille
