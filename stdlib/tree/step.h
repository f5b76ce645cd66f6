// Tables stay whole under functions of trees.
#pragma once

#include <string_view>

#include "vm/value.h"

namespace rille {

// Strings are no leaves: what cuts the columns of numbers of a table leaves those as they are.
// error[shape] where that came of a function of trees, `who`.
void need_in_step(std::string_view who, const Value& before, const Value& after);

}  // namespace rille
