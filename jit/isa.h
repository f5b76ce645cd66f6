// Isa: the instruction sets that code is generated for.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "jit/target.h"

namespace rille {

// Each set names its libraries, such as librille-matrix-avx2.so.
enum class Isa : uint8_t { baseline, avx2, avx512 };
std::string_view text(Isa isa);
std::optional<Isa> isa_named(std::string_view name);  // none for an unknown name

// One core of the instruction set at its nominal values: the same record on every machine, with
// estimated cache sizes. Of the units only some processors of the set have, it has the dots of
// bytes, but not those of bf16.
Target target_of(Isa isa);
Isa isa_of(const Target& target);

// The target of this process, from CPUID and RILLE_ISA.
Target detected_target();
// Replaces the target that host_target() detects; must be called before the first use of
// host_target(). A program sets the target that its code, and the partition of its loops, was
// generated for.
void set_host_target(const Target& target);
// Instructions of the target that this CPU lacks, such as "avx512"; "" if it has all of them.
std::string lacking_here(const Target& target);

}  // namespace rille
