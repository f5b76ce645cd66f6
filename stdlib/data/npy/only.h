// Which fields of a .npy file are read.
#pragma once

#include <span>
#include <string>

#include "stdlib/data/npy/header.h"

namespace rille {

// Leaves out the fields that none of the names names: a field, or one of a field's own fields
// behind a dot. error[io] labelled `only` where a name names none.
void choose_fields(NpyForm& form, std::span<const std::string> only, const std::string& name);

// error[io] where a part of a form that is not left out cannot be read; `way` to the other parts.
void need_readable(const NpyForm& form, const std::string& name, std::string_view way);

}  // namespace rille
