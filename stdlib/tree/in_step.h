// Tables whose columns keep as many rows each.
#pragma once

#include <string_view>

#include "vm/value.h"

namespace rille {

// Strings are no leaves: what cuts the other columns of a table leaves its columns of strings as
// they are. error[shape] of `who` where a function of leaves made `after` of `before` so.
void need_in_step(const Value& before, const Value& after, std::string_view who);

}  // namespace rille
