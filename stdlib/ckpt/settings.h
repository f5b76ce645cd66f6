// Settings of layers that older checkpoints hold as texts.
#pragma once

#include <string>

#include "vm/signature.h"
#include "vm/value.h"

namespace rille {

// "0.5", "2 1", "1:1 0:2" or "" as what the `const` field takes: numbers, tuples of them or nil. A
// text that the field takes stays one. error[io] where it is none of them.
Value setting_from(const std::string& text, const Signature::Parameter& field);

}  // namespace rille
