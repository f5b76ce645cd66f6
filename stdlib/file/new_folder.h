// NewFolder: a folder that is there whole, or not at all.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "stdlib/file/descriptor.h"
#include "stdlib/file/uploads.h"

namespace rille {

// Files are written into a folder beside the place, of another name. finish() syncs them and gives
// it the name in one step; without it all goes away. (Below a URL: see uploads.h.) What stands at
// the place is replaced, and removed behind that, where `is_ours` says that it may be: error[io]
// otherwise, at once.
class NewFolder {
 public:
  NewFolder(const std::string& path, std::string_view suffix,
            const std::function<bool(const std::string&)>& is_ours);
  ~NewFolder();
  NewFolder(const NewFolder&) = delete;
  NewFolder& operator=(const NewFolder&) = delete;

  // Puts bytes at the end of a file; its name may have slashes. Gives where they begin.
  uint64_t append(const std::string& name, std::string_view bytes);
  // Where a file of that name is until finish(), for others to write it whole and synced; error[io]
  // below a URL.
  std::string place(const std::string& name) const;
  void finish();

 private:
  struct File {
    Descriptor file;
    uint64_t bytes = 0, synced = 0;
  };
  File& opened(const std::string& name);
  void make_folders(const std::string& name);
  void close(const std::string& name);

  std::unique_ptr<Uploads> uploads_;  // of a URL, and nothing else then
  std::string path_, aside_;
  bool replaces_ = false, is_done_ = false;
  std::map<std::string, File> open_;     // the last few
  std::map<std::string, bool> folders_;  // made already, ""
};

}  // namespace rille
