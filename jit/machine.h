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
  bool pairs = true;  // adds two products of 16 bits to each lane of 32 at once
  bool dots = false;  // four of 8 bits
  int64_t l1_bytes = 32 << 10;
  int64_t l2_bytes = 512 << 10;
  int64_t l3_bytes = 32 << 20;  // that cores share
  int cores = 1;  // that share work; how many threads a process has is no matter of code

  // What estimates of time are made of (jit/cost.h), and nothing else: no schedule reads them.
  int flops_cycle = 8;           // of one core in f32, a multiplication with an addition being two
  double clock_hz = 3e9;         // while it computes
  double memory_bytes_s = 16e9;  // of all cores together, far from the caches

  // Elements of f32 in one vector register.
  int lanes() const { return vector_bytes / 4; }
};

// The machine that this process runs on, from CPUID. RILLE_ISA=avx2 or =baseline in the
// environment narrows it (tests compare the bits).
const Machine& host_machine();

// The machine with clock and bandwidth as it has them now: the host's, which this takes some
// hundredths of a second to measure. They are estimates: of a machine that others use, too low.
Machine measured(Machine machine);

}  // namespace rille
