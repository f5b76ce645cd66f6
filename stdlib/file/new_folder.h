// NewFolder: a directory that is written atomically.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "stdlib/file/descriptor.h"
#include "stdlib/file/uploads.h"

namespace rille {

// Files are written to a temporary directory next to the target. finish() syncs them and renames
// the directory atomically; without finish() everything is removed. (For a URL see uploads.h.) An
// existing directory is replaced and then removed if it is empty or if `is_ours` returns true;
// otherwise the constructor raises error[io].
class NewFolder {
 public:
  NewFolder(const std::string& path, std::string_view suffix,
            const std::function<bool(const std::string&)>& is_ours);
  ~NewFolder();
  NewFolder(const NewFolder&) = delete;
  NewFolder& operator=(const NewFolder&) = delete;

  // Appends bytes to a file, whose name may have slashes, and returns their offset.
  uint64_t append(const std::string& name, std::string_view bytes);
  // The path of a file before finish(), for a caller that writes and syncs the file itself;
  // error[io] for a URL.
  std::string place(const std::string& name) const;
  void finish();

 private:
  struct PendingFile {
    Descriptor file;
    uint64_t bytes = 0, synced = 0;
  };
  PendingFile& opened(const std::string& name);
  void make_folders(const std::string& name);
  void close(const std::string& name);

  std::unique_ptr<Uploads> uploads_;  // set for a URL; the other members are then unused
  std::string path_, aside_;
  bool replaces_ = false, is_done_ = false;
  std::map<std::string, PendingFile> open_;  // open files
  std::map<std::string, bool> folders_;      // directories created so far
};

}  // namespace rille
