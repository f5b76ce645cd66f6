// Files: what a reader is given, one file or a folder of them.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace rille::fuzz {

namespace fs = std::filesystem;

struct File {
  std::string name;  // below the folder; empty where it is one file
  std::string bytes;
  bool operator==(const File&) const = default;
};
using Files = std::vector<File>;  // by name

std::string read_bytes(const fs::path& path);
void write_bytes(const fs::path& path, std::string_view bytes);

// A file, or all files of a folder.
Files read_files(const fs::path& path);
size_t size_of(const Files& files);
// As one of the two; what stood there goes.
void write_files(const fs::path& path, const Files& files);

// Where inputs stand while they are read. Files that stay what they were are not written again.
class Place {
 public:
  explicit Place(fs::path path) : path_(std::move(path)) {}
  const fs::path& path() const { return path_; }
  void put(const Files& files);

 private:
  fs::path path_;
  Files there_;
};

}  // namespace rille::fuzz
