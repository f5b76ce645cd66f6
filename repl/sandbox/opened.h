// PathHandle: a file of the command line, opened once.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>

namespace rille {

// A file or directory, opened with O_PATH. The file that was checked is the file that is granted,
// even if the path is replaced later.
class PathHandle {
 public:
  explicit PathHandle(int descriptor) : descriptor_(descriptor) {}
  ~PathHandle();
  PathHandle(PathHandle&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  PathHandle& operator=(PathHandle&&) = delete;
  PathHandle(const PathHandle&) = delete;
  PathHandle& operator=(const PathHandle&) = delete;

  int descriptor() const { return descriptor_; }
  bool is_folder() const;
  bool is_regular() const;
  // Returns the real path, or nullopt if it is too long.
  std::optional<std::filesystem::path> real_path() const;
  // Returns a path by which the file can be opened for reading.
  std::string path_of_descriptor() const;

 private:
  int descriptor_;
};

// Opens a path; nullopt if it does not exist. Raises error[io] if a part of the path is a symbolic
// link, which an archive of untrusted files could contain. Only the first directory below the root
// may be a link (/home and /var are links on some systems). The error names `what`. The last
// parameter receives the directory that contains the last part of the path.
std::optional<PathHandle> open_without_links(const std::string& path, const std::string& what,
                                             std::optional<PathHandle>* folder = nullptr);

// Opens a path, following links; nullopt if it does not exist.
std::optional<PathHandle> open_path(const std::string& path);

}  // namespace rille
