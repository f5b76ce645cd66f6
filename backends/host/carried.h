// Lookup of the kernels that a program carries.
#pragma once

#include <string>
#include <string_view>

#include "backends/carried.h"

namespace rille {

bool carries_kernels();
const EmbeddedKernel* carried_kernel(std::string_view key);  // null if missing
// Reports a graph that runs without code of its own.
void tell_missing(const Graph& graph);

// Records a kernel for noted_kernels() if note_kernels() was called.
void note_kernel(const std::string& key, const ObjectCode& object);

}  // namespace rille
