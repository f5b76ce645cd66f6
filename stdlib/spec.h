// Specs: shapes and dtypes in the place of arrays.
#pragma once

#include <optional>

#include "vm/type.h"
#include "vm/value.h"

namespace rille {

// An instance of `tree.Spec` with the shape and the dtype of a type.
Value spec_of(State& state, const Type& type);
// An instance of `tree.Spec` for a host scalar, whose dtype is "int" or "float".
Value scalar_spec(State& state, bool is_float);
// Whether a value is an instance of `tree.Spec`.
bool is_spec(const Value& value);
// The type of an instance of `tree.Spec`, or of a string such as "f32[3, 2]"; nullopt for any other
// value, and for the spec of a host scalar. Raises error[value] if the fields of an instance are
// invalid.
std::optional<Type> type_of_spec(const Value& spec);
// 1 or 1.0 for the spec of a host scalar; nil for any other value.
Value scalar_of_spec(const Value& spec);

}  // namespace rille
