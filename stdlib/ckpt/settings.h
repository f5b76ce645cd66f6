// Settings of layers that older checkpoints hold as texts.
#pragma once

#include <optional>

#include "vm/signature.h"
#include "vm/value.h"

namespace rille {

// What the `const` field takes of what a file has: it as it is, or of the texts "0.5", "2 1",
// "1:1 0:2" and "" numbers, tuples of them or nil. A text that the field takes stays one. None
// where it fits in no way.
std::optional<Value> setting_from(const Value& found, const Signature::Parameter& field);

}  // namespace rille
