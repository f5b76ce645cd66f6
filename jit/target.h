// Target: what plans and schedules know of a device.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace rille {

// A memory that arrays, or parts of them, are put into. A cache is not a memory
// space: no code addresses it.
struct MemorySpace {
  std::string name;
  int64_t bytes = 0;   // 0: as much as its Space gives (vm/memory/buffer.h)
  double bytes_s = 0;  // of all cores together, for estimates of time alone
};

// Of one core and of what lies around it. Schedules are chosen from these numbers; results do not
// depend on them (a schedule never changes the order of a sum).
struct Target {
  struct Vector {
    int bytes = 16;  // of a register
    int registers = 16;
  };
  struct Units {
    bool fma = false;
    bool pairs = true;    // adds two products of 16 bits to each lane of 32 at once
    bool dots = false;    // four of 8 bits
    int flops_cycle = 8;  // of one core in f32, a multiplication with an addition being two
  };
  // Bytes, nearest first: of a core, of a core, and of all cores.
  struct Caches {
    int64_t l1 = 32 << 10, l2 = 512 << 10, l3 = 32 << 20;
  };

  std::string name = "x86-64";
  Vector vector = {};
  Units units = {};
  Caches caches = {};
  std::vector<MemorySpace> spaces = {{"memory", 0, 16e9}};  // first the one that arrays are in
  int cores = 1;  // that share work; the number of threads of a process does not change code
  double clock_hz = 3e9;  // while it computes, for estimates of time alone

  // Elements of f32 in one vector register.
  int lanes() const { return vector.bytes / 4; }
  const MemorySpace& memory() const { return spaces.front(); }
};

// The target that this process runs on, from CPUID. RILLE_ISA=avx2 or =baseline in the
// environment narrows it (tests compare the bits).
const Target& host_target();

// The target with clock and bandwidth as the host has them now, which this takes some hundredths of
// a second to measure. They are estimates: of a machine that others use, too low.
Target measured(Target target);

}  // namespace rille
