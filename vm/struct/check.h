// Checks of the arguments of constructors and methods.
#pragma once

#include "vm/struct.h"

namespace rille {

// Replaces a missing argument by the default.
void fill_in(const Signature::Parameter& p, Value& value);

// Raises error[type], error[dtype], or error[shape] if the value does not match the annotation. nil
// is accepted if it is the default. The value of a field has no argument that could be underlined.
enum class ArgumentLabel : uint8_t { no, yes };
void check_value(const Signature& signature, size_t at, const Value& value, NamedSizes& sizes,
                 ArgumentLabel labelled);

}  // namespace rille
