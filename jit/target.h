// Target: properties of a device for plans and schedules.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace rille {

// A memory that can hold arrays or parts of arrays. A cache is not a memory space: code does not
// address it.
struct MemorySpace {
  std::string name;
  int64_t bytes = 0;   // 0: as much as its Space has (vm/memory/buffer.h)
  double bytes_s = 0;  // of all cores together, for time estimates only
};

// One core and its surroundings. Schedules are chosen from these numbers. Results do not depend on
// them: a schedule never changes the order of a sum.
struct Target {
  struct Vector {
    int bytes = 16;  // of a register
    int registers = 16;
  };
  struct Units {
    bool fma = false;
    bool pairs = true;       // adds two products of 16 bits to each 32-bit lane at once
    bool dots = false;       // adds four products of 8 bits
    bool bf16_dots = false;  // adds two products of bf16 to each f32 lane: VDPBF16PS
    bool tiles = false;      // tile registers of AMX, with dots of bf16 and of 8 bits
    int flops_cycle = 8;     // of one core in f32; a multiply-add counts as two
  };
  // Bytes per level: L1 and L2 of one core, L3 of all cores.
  struct Caches {
    int64_t l1 = 32 << 10, l2 = 512 << 10, l3 = 32 << 20;
  };

  std::string name = "x86-64";
  Vector vector = {};
  Units units = {};
  Caches caches = {};
  std::vector<MemorySpace> spaces = {{"memory", 0, 16e9}};  // the first one holds the arrays
  int cores = 1;  // cores that share work; the number of threads of a process does not change code
  double clock_hz = 3e9;  // under load, for time estimates only

  // Number of f32 elements in one vector register.
  int lanes() const { return vector.bytes / 4; }
  const MemorySpace& memory() const { return spaces.front(); }
};

// The target of this process, from CPUID. RILLE_ISA=avx2 or =baseline in the environment restricts
// it; tests compare the bits.
const Target& host_target();

// The target with clock and bandwidth as measured now, which takes some hundredths of a second. On
// a machine with other load the estimates are too low.
Target measured(Target target);

}  // namespace rille
