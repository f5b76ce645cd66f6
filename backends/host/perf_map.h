// A map of kernels for the profiler perf.
#pragma once

#include <cstddef>
#include <string_view>

namespace rille {

// If RILLE_PERF is set, writes the address and the name of a kernel to the map file in which `perf
// report` looks up code generated at run time. `text` describes the loops of the kernel.
void note_for_perf(const void* code, size_t max_bytes, std::string_view text);

}  // namespace rille
