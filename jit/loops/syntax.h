// What the passes over loop programs know of their operations.
#pragma once

#include <string_view>

#include "jit/loop_program.h"

namespace rille {

int block_count(LoopOpKind kind);
bool has_result(LoopOpKind kind);  // of a loop: its counter
std::string_view text(LoopBuffer::Role role);

}  // namespace rille
