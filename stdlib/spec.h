// Specs: texts of types in the place of arrays.
#pragma once

#include <optional>

#include "vm/type.h"
#include "vm/value.h"

namespace rille {

// The tree with "f32[3, 2]" in the place of each array; what else is in it stays.
Value spec_of(const Value& tree);
// The type that such a text names; none where it is no text of a type.
std::optional<Type> type_of_spec(const Value& spec);

}  // namespace rille
