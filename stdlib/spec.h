// Specs: type strings in the place of arrays.
#pragma once

#include <optional>

#include "vm/type.h"
#include "vm/value.h"

namespace rille {

// The tree with "f32[3, 2]" in the place of each array; what else is in it stays.
// The tree with a string such as "f32[3, 2]" in the place of each array; everything else is
// unchanged. The type that such a text names; none where it is no text of a type. The type that
// such a string names; nullopt if it is not the text of a type.

}  // namespace rille
