// Folders: what stands in them, on disks and below URLs.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace rille {

struct FolderEntry {
  std::string name;
  uint64_t bytes = 0;  // of a file
  bool is_folder = false, is_file = false, is_link = false;
};

// In the order of bytes; error[io] where there is no such folder.
// Those of a disk have sizes only where these are asked for: each costs a call.
std::vector<FolderEntry> entries_in(const std::string& folder, bool sizes = false);
bool is_folder(const std::string& path);
bool is_file(const std::string& path);  // of a disk, or an object
// "folder/name"; a folder's own slash is not doubled.
std::string joined_path(const std::string& folder, const std::string& name);
// Removes a file where it is there.
void remove_file(const std::string& path);

}  // namespace rille
