// Cost: what kernels compute and move, and for how long.
#pragma once

#include <span>

#include "jit/lowering.h"
#include "jit/nest.h"
#include "jit/target.h"

namespace rille {

// The one place where work is weighed: what to compute twice (fusion, recomputation), what a plan
// is expected to take. Decisions turn at the numbers of jit/bounds.h.

// What straight code costs for one element, beside an addition (jit/scalars.def): functions and
// divisions are dear, what is read is free.
int cost_of(const Scalars& code);

// Exact counts of what a kernel has to do, whatever its schedule: numbers up to 2^53. An operation
// counts once for each turn of the loops that it depends on.
struct Cost {
  // Operations of numbers: +, max, <, select, …; a product has 2 a term. Masks and indices that are
  // made of places alone are none.
  double flops = 0;
  double functions = 0;  // exp, tanh, sqrt, …, which take several: counted apart, as XLA does
  // Each element of memory that it touches counts once; what it wrote itself it finds near.
  double read = 0, written = 0;  // bytes

  // For the time that it takes, in lanes of f32: multiplications with an addition in tiles of a
  // product, and all other operations by their cost, those of indices and masks, too.
  double tiled = 0, steps = 0;

  Cost& operator+=(const Cost& other);
  Cost times(double turns) const;
  double bytes() const { return read + written; }
};

// Of a nest whose sizes are numbers. `buffers`: how many elements each of its arguments has; empty
// where that is not known.
Cost cost_of(const Nest& nest, std::span<const int64_t> buffers = {});

// What a run of it should take. A machine has two limits: what its cores can compute, and what its
// memory can bring them.
struct Expected {
  double seconds = 0;
  double computing = 0, moving = 0;  // what each limit alone allows, in seconds

  bool is_bound_by_memory() const { return moving > computing; }
  double share() const;  // of the limit that binds
};

// By so many threads as have a part of it: `turns` can be shared.
Expected expected(const Cost& cost, int64_t turns, const Target& target);

}  // namespace rille
