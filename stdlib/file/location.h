// Location: cached queries of a path or URL.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "stdlib/file/folder.h"

namespace rille {

// A path or URL. Each query of the disk or server is made once, when its result is first needed,
// and copies and locations below it share the result. A location is a snapshot: it does not show
// later changes. Each query needs the grant for reading the path.
class Location {
 public:
  explicit Location(std::string path);
  const std::string& path() const;
  bool is_file() const;  // a regular file, or an object of an object store
  bool is_folder() const;
  // The entries, sorted by the bytes of their names; empty if this is not a directory.
  const std::vector<FolderEntry>& entries() const;
  bool has(std::string_view name) const;  // an entry of any kind
  bool has_file(std::string_view name) const;
  std::vector<std::string> folders() const;  // names of the directories
  std::vector<std::string> files() const;    // names of the other entries
  Location at(std::string_view name) const;

 private:
  struct QueryCache;
  explicit Location(std::shared_ptr<QueryCache> known) : known_(std::move(known)) {}
  const FolderEntry* find(std::string_view name) const;
  bool has_object(std::string_view name) const;

  std::shared_ptr<QueryCache> known_;
};

}  // namespace rille
