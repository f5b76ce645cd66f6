// NumPy's file forms: one array, or several in a zip.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "vm/array.h"

namespace rille {

// One array of a .npy text; `name` stands in errors.
Array read_npy(std::string_view bytes, const std::string& name);
std::string write_npy(const Array& array);

// The files of a zip, unpacked, in their order; stored or deflated, no zip64.
std::vector<std::pair<std::string, std::string>> read_zip(std::string_view bytes,
                                                          const std::string& name);

}  // namespace rille
