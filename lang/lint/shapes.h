// check_shapes(): operations whose operands can never fit.
#pragma once

#include <vector>

#include "lang/lint.h"

namespace rille::lang {

// Of literals, `zeros` and `ones` of numbers, annotated parameters and lets of these. An extent
// that is no number in the text fits any other.
void check_shapes(const File& file, std::vector<Warning>& out);

}  // namespace rille::lang
