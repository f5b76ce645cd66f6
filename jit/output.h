// Output: where print nodes write at run time.
#pragma once

#include <string_view>

namespace rille {

// Writes to the output of the State that runs on this thread (vm/run/running.h), or to standard
// output if there is none.
void write_output(std::string_view text);

}  // namespace rille
