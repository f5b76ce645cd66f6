// Location: a path or a URL, and what is there.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "stdlib/file/folder.h"

namespace rille {

// What is asked of the disk or the server is asked once, when it is first needed: copies, and what
// is below it, share the answers. So it is for one look at what is there, not for waiting until
// something comes. Each question needs the grant that a read of the path needs.
class Location {
 public:
  explicit Location(std::string path);
  const std::string& path() const;
  bool is_file() const;  // a regular file, or an object
  bool is_folder() const;
  // In the order of bytes; none where it is no folder.
  const std::vector<FolderEntry>& entries() const;
  bool has(std::string_view name) const;  // of any kind
  bool has_file(std::string_view name) const;
  std::vector<std::string> folders() const;  // their names
  std::vector<std::string> files() const;
  Location at(std::string_view name) const;

 private:
  struct Known;
  explicit Location(std::shared_ptr<Known> known) : known_(std::move(known)) {}
  const FolderEntry* find(std::string_view name) const;
  bool has_object(std::string_view name) const;

  std::shared_ptr<Known> known_;
};

}  // namespace rille
