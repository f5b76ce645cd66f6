// Isa: the instruction sets that code is made for.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "jit/target.h"

namespace rille {

// Each names its libraries: librille-matrix-avx2.so.
enum class Isa : uint8_t { baseline, avx2, avx512 };
std::string_view text(Isa isa);
std::optional<Isa> isa_named(std::string_view name);  // none of another name

// One core of the set as the books have it: the same record everywhere, its caches guessed.
Target target_of(Isa isa);
Isa isa_of(const Target& target);

// In place of what host_target() finds, before it is first asked: the code of a program, and how
// it is cut in turns, was made for this one.
void set_host_target(const Target& target);
// Instructions of the machine that this processor lacks, as in "avx512"; "": none.
std::string lacking_here(const Target& target);

}  // namespace rille
