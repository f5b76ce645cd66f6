// put_text: where a command's text goes.
#pragma once

#include <string>

namespace rille {

// To the file, or to standard output where the path is empty. error[io] where it cannot be written.
void put_text(const std::string& path, const std::string& text);

}  // namespace rille
