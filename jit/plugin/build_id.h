// A library's build ID: a hash of what it is linked of.
#pragma once

#include <string>

namespace rille {

// In hexadecimal digits, as the linker noted it in the ELF file; empty where there is no such file
// or note.
std::string build_id(const std::string& path);

}  // namespace rille
