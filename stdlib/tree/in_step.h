// need_in_step: the columns of a table keep one length.
#pragma once

#include <string_view>

#include "vm/value.h"

namespace rille {

// Strings are not leaves, so a function of leaves does not change the columns of strings of a
// table. error[shape], in the name of `who`, if such a function has changed the number of rows of
// the other columns: `before` is its argument, `after` its result.
void need_in_step(const Value& before, const Value& after, std::string_view who);

}  // namespace rille
