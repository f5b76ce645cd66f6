// What a program carries, and what one will: asked for here.
#pragma once

#include <string>
#include <string_view>

#include "backends/carried.h"

namespace rille {

bool carries_kernels();
const CarriedKernel* carried_kernel(std::string_view key);  // null: there is none
// The graph runs without code of its own.
void tell_missing(const Graph& graph);

// For noted_kernels(), where somebody asked for them.
void note_kernel(const std::string& key, const ObjectCode& object);

}  // namespace rille
