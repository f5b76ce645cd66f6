// foreign: help for names of other libraries.
#pragma once

#include <string>
#include <string_view>

#include "lang/resolve.h"

namespace rille::lang {

// Help for a name such as `torch.nn.GELU`: the counterpart in Rille. The first match decides, in
// this order: the row of the whole name, a row of its last word that applies in that module, the
// same word in a corresponding module of Rille, a correction of a spelling mistake, and the row of
// the name before the last dot. All names that are proposed exist.
std::string foreign_help(const Names& names, const std::string& written);

}  // namespace rille::lang
