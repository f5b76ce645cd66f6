// Settings of layers that older checkpoints store as strings.
#pragma once

#include <optional>

#include "vm/signature.h"
#include "vm/value.h"

namespace rille {

// Converts a value of a file to one that the `const` field accepts: the value itself, or the
// number, tuple of numbers, or nil that a string such as "0.5", "2 1", "1:1 0:2", or "" represents.
// A string remains a string only if no such reading fits. Nothing if the field accepts none of
// them.
std::optional<Value> setting_from(const Value& found, const Signature::Parameter& field);

}  // namespace rille
