// Creates and removes temporary directories.
#include "repl/temporary_directory.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "vm/error.h"

namespace rille {

TemporaryDirectory::TemporaryDirectory()
    : path_((std::filesystem::temp_directory_path() / "rille-XXXXXX").string()) {
  if (mkdtemp(path_.data()) == nullptr) {
    throw Error(Code::io, str("cannot create a temporary directory: ", std::strerror(errno)));
  }
}

TemporaryDirectory::~TemporaryDirectory() {
  std::error_code failed;
  std::filesystem::remove_all(path_, failed);
}

}  // namespace rille
