// Checks of what a constructor or a method is given.
#pragma once

#include "vm/struct.h"

namespace rille {

// The default, where nothing was given.
void fill_in(const Signature::Parameter& p, Value& value);

// error[type], dtype or shape where it does not fit; nil where that is the default needs no check.
// Of what stands in a field there is no argument to underline.
enum class Labelled : uint8_t { no, yes };
void check_value(const Signature& signature, size_t at, const Value& value, NamedSizes& sizes,
                 Labelled labelled);

}  // namespace rille
