// Cost: operations, bytes, and time of kernels.
#pragma once

#include <span>

#include "jit/lowering.h"
#include "jit/nest.h"
#include "jit/schedule.h"
#include "jit/target.h"

namespace rille {

// All estimates of work come from here: fusion and recomputation decide by them what to compute
// twice, and estimates predict the time of a plan. The thresholds are in jit/bounds.h.

// Cost of straight-line code per element, where an addition costs 1 (jit/scalars.def). Functions
// and divisions are expensive, loads are free.
int cost_of(const Scalars& code);

// Exact counts of the work of a kernel, independent of its schedule, up to 2^53. An operation
// counts once per iteration of the loops that it depends on.
struct Cost {
  // Operations on numbers: +, max, <, select, …. A GEMM has 2 per term. Masks and indices computed
  // from loop counters alone do not count.
  double flops = 0;
  double functions = 0;  // exp, tanh, sqrt, …: counted separately from flops, as in XLA
  // Each element of memory that the kernel reads or writes counts once. Reads of elements that the
  // kernel wrote itself do not count.
  double read = 0, written = 0;  // bytes

  // Inputs of the time estimate, in lanes of f32: multiply-adds in GEMM tiles, and all other
  // operations by their cost, including those of indices and masks.
  double tiled = 0, steps = 0;

  Cost& operator+=(const Cost& other);
  Cost times(double iterations) const;
  double bytes() const { return read + written; }
};

// Cost of a loop nest whose sizes are numbers. `buffers` holds the number of elements of each
// argument; it is empty if they are unknown.
Cost cost_of(const Nest& nest, std::span<const int64_t> buffers = {});
// The same, where multiply-adds of bf16 pairs take half a lane each, and those of tile registers
// less.
Cost cost_of(const ScheduledNest& kernel, std::span<const int64_t> buffers = {});

// Expected time of a run, bounded by two limits of the target: the arithmetic of the cores
// and the bandwidth of memory.
struct RooflineEstimate {
  double seconds = 0;
  double computing = 0, moving = 0;  // the time at each limit alone, in seconds

  bool is_bound_by_memory() const { return moving > computing; }
  double share() const;  // fraction of the binding limit
};

// Expected time on as many threads as receive work: `iterations` iterations can be divided among
// them.
RooflineEstimate expected(const Cost& cost, int64_t iterations, const Target& target);

}  // namespace rille
