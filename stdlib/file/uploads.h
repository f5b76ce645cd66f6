// Uploads: the files of a folder to be, below a URL.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "stdlib/remote.h"

namespace rille {

// They are finished in the order in which they were begun: the one that makes the folder whole is
// begun last. Without finish() all goes away again. A server exchanges no folders: what stands
// there stays, error[io].
class Uploads {
 public:
  explicit Uploads(std::string url);
  ~Uploads();
  Uploads(const Uploads&) = delete;
  Uploads& operator=(const Uploads&) = delete;

  uint64_t append(const std::string& name, std::string_view bytes);
  void finish();

 private:
  struct File {
    std::string name;
    std::unique_ptr<RemoteUpload> upload;  // null once it is finished
    uint64_t bytes = 0, used = 0;          // when it was appended to
  };
  File& opened(const std::string& name);
  void finish(File& file);

  std::string url_;
  std::vector<std::unique_ptr<File>> files_;
  uint64_t appended_ = 0;
  bool is_done_ = false;
};

}  // namespace rille
