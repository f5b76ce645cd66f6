// Output: where print nodes write when a run comes to them.
#pragma once

#include <string_view>

namespace rille {

// To where the State writes that runs on this thread (vm/run/running.h); to standard output where
// none does.
void write_output(std::string_view text);

}  // namespace rille
