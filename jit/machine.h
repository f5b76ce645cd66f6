// Machine: what a schedule must know of a device.
#pragma once

#include <cstdint>
#include <string>

namespace rille {

// Numbers of one core and of the caches around it. Schedules are chosen from these; results do
// not depend on them (a schedule never changes the order of a sum).
struct Machine {
  std::string name = "x86-64";
  int vector_bytes = 16;
  int vector_registers = 16;
  bool fma = false;
  bool dots = false;  // adds four products of 8 bits to each lane of 32 at once
  int64_t l1_bytes = 32 << 10;
  int64_t l2_bytes = 512 << 10;
  int cores = 1;  // that share work; how many threads a process has is no matter of code

  // Elements of f32 in one vector register.
  int lanes() const { return vector_bytes / 4; }
};

// The machine that this process runs on, from CPUID. RILLE_ISA=avx2 or =baseline in the
// environment narrows it (tests compare the bits).
const Machine& host_machine();

}  // namespace rille
