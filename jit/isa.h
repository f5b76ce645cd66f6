// Isa: the instruction sets that code is made for.
#pragma once

#include <cstdint>
#include <string_view>

#include "jit/machine.h"

namespace rille {

// Each names its libraries: librille-matrix-avx2.so.
enum class Isa : uint8_t { baseline, avx2, avx512 };
std::string_view text(Isa isa);

// A machine of the set, whatever this process runs on; its caches are guessed.
Machine machine_of(Isa isa);
Isa isa_of(const Machine& machine);

}  // namespace rille
