// put_text: writes to a file or to standard output.
#include "repl/commands/put_text.h"

#include <cstdio>

#include "stdlib/file.h"

namespace rille {

void put_text(const std::string& path, const std::string& text) {
  if (!path.empty()) return write_file(path, text);
  std::fputs(text.c_str(), stdout);
}

}  // namespace rille
