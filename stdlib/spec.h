// Specs: type strings in the place of arrays.
#pragma once

#include <optional>

#include "vm/type.h"
#include "vm/value.h"

namespace rille {

// The tree with a string such as "f32[3, 2]" in the place of each array; everything else is kept.
Value spec_of(const Value& tree);
// The type that such a string names; nullopt if it is not the text of a type.
std::optional<Type> type_of_spec(const Value& spec);

}  // namespace rille
