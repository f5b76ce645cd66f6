// An emulator of AMX for machines without it.
#pragma once

namespace rille::diff {

// From now on, instructions of AMX that the processor does not know are executed by a handler of
// SIGILL, and host_target() has tile registers. Nothing changes on a machine with AMX or without
// AVX-512. To be called before anything else asks for host_target().
void emulate_amx();

}  // namespace rille::diff
