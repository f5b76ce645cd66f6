// TemporaryDirectory: a directory for intermediate files.
#pragma once

#include <string>
#include <string_view>

#include "vm/text.h"

namespace rille {

// A new directory among the temporary files of the system, removed by the destructor. error[io] if
// it cannot be created.
class TemporaryDirectory {
 public:
  TemporaryDirectory();
  ~TemporaryDirectory();
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;

  const std::string& path() const { return path_; }
  std::string operator/(std::string_view file) const { return str(path_, "/", file); }

 private:
  std::string path_;
};

}  // namespace rille
