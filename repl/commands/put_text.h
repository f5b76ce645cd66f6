// put_text: writes the output of a command.
#pragma once

#include <string>

namespace rille {

// Writes a text to a file, or to standard output if the path is empty. Raises error[io] if the file
// cannot be written.
void put_text(const std::string& path, const std::string& text);

}  // namespace rille
