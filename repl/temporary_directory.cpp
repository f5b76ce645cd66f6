// Creates and removes temporary directories.
#include "repl/temporary_directory.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "vm/error.h"

namespace rille {

TemporaryDirectory::TemporaryDirectory() {
  std::error_code failed;
  std::filesystem::path parent = std::filesystem::temp_directory_path(failed);
  if (failed) {
    throw Error(Code::io, str("the directory for temporary files: ", failed.message()))
        .help("TMPDIR names it");
  }
  path_ = (parent / "rille-XXXXXX").string();
  if (mkdtemp(path_.data()) == nullptr) {
    throw Error(Code::io, str("cannot create a temporary directory: ", std::strerror(errno)));
  }
}

TemporaryDirectory::~TemporaryDirectory() {
  std::error_code failed;
  std::filesystem::remove_all(path_, failed);
}

}  // namespace rille
