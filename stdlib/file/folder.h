// Directories on disks and at URLs.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace rille {

struct FolderEntry {
  std::string name;
  uint64_t bytes = 0;  // size of a file
  bool is_folder = false, is_file = false, is_link = false;
};

// The entries of a directory, sorted by the bytes of their names; error[io] if it does not exist.
// On a disk, sizes are filled in only if `sizes` is true, because each needs a system call.
std::vector<FolderEntry> entries_in(const std::string& folder, bool sizes = false);
bool is_folder(const std::string& path);
bool is_file(const std::string& path);  // a regular file, or an object of an object store
// The path "DIR/NAME", without a second slash if DIR ends in one.
std::string joined_path(const std::string& folder, const std::string& name);
// Creates a directory, and those that lead to it, durably: after each new one its parent is synced.
// An existing directory is kept; error[io] for a URL and for any other kind of file.
void make_folder(const std::string& path);
// Creates a directory in an existing one. Returns false if the name is in use; error[io] for any
// other failure.
bool make_new_folder(const std::string& path);
// Removes a file, if it exists.
void remove_file(const std::string& path);

}  // namespace rille
