// A library's build ID: a hash of its linked content.
#pragma once

#include <string>

namespace rille {

// The build ID of an ELF file, in hexadecimal digits as written by the linker. Empty if the file or
// the note does not exist.
std::string build_id(const std::string& path);

}  // namespace rille
