// Files: the one layer through which we touch disks.
#pragma once

#include <string>
#include <string_view>

namespace rille {

// The whole file; error[io] names it and says why. At most 16 GiB.
std::string read_file(const std::string& path);
// The same, for what becomes strings: error[io] too where it is no UTF-8.
std::string read_text(const std::string& path);

// Replaces the file in one step: writes beside it, syncs, renames. Nothing is lost where it fails.
void write_file(const std::string& path, std::string_view text);

bool file_exists(const std::string& path);

}  // namespace rille
