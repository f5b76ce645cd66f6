// What the printer and the parser of loop programs share.
#pragma once

#include <string_view>

#include "jit/loop_program.h"

namespace rille {

int block_count(LoopOpKind kind);
std::string_view text(LoopBuffer::Role role);

}  // namespace rille
