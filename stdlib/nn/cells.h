// Cells: the time step of recurrent layers.
#pragma once

#include "stdlib/nn/layers.h"

namespace rille {

// A cell has a method `call(carry, x) -> (carry, y)`, and `start(x) -> carry` unless the caller
// gives the initial carry.
bool is_conv_lstm_cell(const Value& cell);

}  // namespace rille
