// check_shapes(): operations with incompatible operands.
#pragma once

#include <vector>

#include "lang/lint.h"

namespace rille::lang {

// Knows the shapes of array literals, `zeros` and `ones` of numbers, annotated parameters, and
// lets of these. A size that is not a literal in the source is compatible with any other. So every
// run that reaches a reported operation raises the error of the warning.
void check_shapes(const File& file, std::vector<Warning>& out);

}  // namespace rille::lang
