// Cells: what recurrent layers do at each time.
#pragma once

#include "stdlib/nn/layers.h"

namespace rille {

// A cell is anything with `call(carry, x) -> (carry, y)` and, unless a carry is given, with
// `start(x) -> carry`.
bool is_conv_lstm_cell(const Value& cell);

}  // namespace rille
