// Opened: a path of the command line, opened once.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>

namespace rille {

// A file or a folder, open by its path alone (O_PATH), so that what was looked at is what is
// granted, whatever takes its place later.
class Opened {
 public:
  explicit Opened(int descriptor) : descriptor_(descriptor) {}
  ~Opened();
  Opened(Opened&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  Opened& operator=(Opened&&) = delete;
  Opened(const Opened&) = delete;
  Opened& operator=(const Opened&) = delete;

  int descriptor() const { return descriptor_; }
  bool is_folder() const;
  bool is_regular() const;
  // None where the system cannot say it: it is too long.
  std::optional<std::filesystem::path> real_path() const;
  // By which it can be opened again, to be read.
  std::string path_of_descriptor() const;

 private:
  int descriptor_;
};

// None where nothing is there. Error where a part of the path is a symbolic link: an archive of
// untrusted files could hold it, and lead anywhere. Only the first folder below the root may be one
// (/home and /var are, on some systems). `what` is named in the error. `folder` gets the folder
// that the last part of the path was found in.
std::optional<Opened> open_without_links(const std::string& path, const std::string& what,
                                         std::optional<Opened>* folder = nullptr);

// Links followed; none where nothing is there.
std::optional<Opened> open_path(const std::string& path);

}  // namespace rille
