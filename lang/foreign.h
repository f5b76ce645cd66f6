// foreign: helps for names that other libraries have.
#pragma once

#include <string>
#include <string_view>

#include "lang/resolve.h"

namespace rille::lang {

// What helps who wrote `torch.nn.GELU`: how it is written here. The row of the whole name decides,
// then rows of its last word that count in that module, then the same word in a module of ours of
// the same kind, then what a typing mistake makes of it, then the row of what it stands behind.
// What is proposed exists.
std::string foreign_help(const Names& names, const std::string& written);

}  // namespace rille::lang
