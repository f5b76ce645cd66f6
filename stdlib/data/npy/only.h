// Selection of the fields of a .npy file.
#pragma once

#include <span>
#include <string>

#include "stdlib/data/npy/header.h"

namespace rille {

// Drops the fields that are not in `only`. A name is that of a field, or "a.b" for a nested field.
// Raises error[io] labelled `only` if a name matches no field.
void choose_fields(NpyDtype& form, std::span<const std::string> only, const std::string& name);

// Raises error[io] if a selected part of a form cannot be read. `way` is the help that explains how
// to read the other parts.
void need_readable(const NpyDtype& form, const std::string& name, std::string_view way);

}  // namespace rille
