// FusionCost: the cost of a proposed fusion, and its limits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace rille {

// The cost of one element of a value that is computed from the materialized values below it.
struct InlineCost {
  int operations = 0;         // as counted by cost_of(Scalars) of jit/cost.h
  int depth = 0;              // nodes on the longest path
  bool reads_memory = false;  // false for indices, masks, and constants
};

// How often each element of an inlined value is computed.
enum class Reuse : uint8_t {
  once,      // by one reader
  readers,   // by each of several readers
  elements,  // several times by one reader: a lookup, or a view that repeats elements
  operand    // for each block of the other operand of a GEMM
};

// What one kernel computes if a proposal is committed. A proposal fills in what it changes; the
// other members are within their limits.
struct FusionCost {
  // Of an inlined value.
  Reuse reuse = Reuse::once;
  InlineCost inlined = {};
  // Of a kernel.
  size_t stores = 1;  // of one stage
  size_t code = 0;    // steps of the kernel
  size_t ops = 1;     // fused operations
  // Iterations of the loops that all its operations share, and the maximum number of elements of
  // one operation.
  int64_t iterations = INT64_MAX;
  int64_t elements = 0;
};

// Why a fusion of this cost is rejected, as `rille plan` prints it; empty if it is accepted. All
// steps of fusion decide by this function.
std::string_view rejection(const FusionCost& cost);

}  // namespace rille
