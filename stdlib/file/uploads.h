// Uploads: the files of a new directory at a URL.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "stdlib/remote.h"

namespace rille {

// Uploads are finished in the order in which they were started, so that the file that marks the
// directory as complete must be started last. Without finish() all files are removed. A server
// cannot replace directories: error[io] if the directory exists.
class Uploads {
 public:
  explicit Uploads(std::string url);
  ~Uploads();
  Uploads(const Uploads&) = delete;
  Uploads& operator=(const Uploads&) = delete;

  uint64_t append(const std::string& name, std::string_view bytes);
  void finish();

 private:
  struct PendingUpload {
    std::string name;
    std::unique_ptr<RemoteUpload> upload;  // null once the upload is finished
    uint64_t bytes = 0, used = 0;          // `used`: the count of appends at the last one
  };
  PendingUpload& opened(const std::string& name);
  void finish(PendingUpload& file);

  std::string url_;
  std::vector<std::unique_ptr<PendingUpload>> files_;
  uint64_t appended_ = 0;
  bool is_done_ = false;
};

}  // namespace rille
