// A map of kernels for the profiler perf.
#pragma once

#include <cstddef>
#include <string_view>

namespace rille {

// Where RILLE_PERF is set: writes where a kernel stands into the file that `perf report` asks for
// the names of code that was made at run time. `text` is that of its loops.
void note_for_perf(const void* code, size_t most_bytes, std::string_view text);

}  // namespace rille
