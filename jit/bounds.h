// Thresholds of decisions based on work and bytes.
#pragma once

#include <cstddef>
#include <cstdint>

// Thresholds that fusion, grouping, and schedules compare, in one place. They are ours, from the
// measurements in docs/performance.md. cost_of() of jit/cost.h counts the operations per element.
// Limits of the compiler's own work (code size of a kernel, number of fused operations in a group)
// are defined where they are used.
namespace rille::bound {

// jit/plan/fusion_cost.cpp: values computed where they are read instead of stored.
constexpr int cheap = 3;          // operations per element that may be computed twice
constexpr int cheap_operand = 4;  // the same, for elements of a GEMM operand
constexpr int cheap_indices = 8;  // the same, for code that reads no memory, such as index masks

// jit/passes/recompute.cpp: values that the backward pass recomputes instead of keeping.
constexpr int64_t worth_making_again = 1 << 20;  // minimum size of such a value, in bytes
constexpr int cheap_again = 4;                   // maximum number of operations per element
constexpr int64_t far_away = 16;    // minimum bytes stored between value and reader, per byte of it
constexpr int64_t small_part = 16;  // operands of at most 1/16 of the value's bytes are kept

// jit/plan/kernel_proposal.cpp: fused operations that share the outer loops of one kernel.
constexpr int64_t worth_sharing = 16;  // iterations of the shared loops, divided among threads
// Minimum number of elements that the widest fused operation has in one of these iterations, with
// and without a reduction. Below it, the operations run as separate, longer loops.
constexpr int64_t min_row = 8;
constexpr int64_t min_without_fold = 512;
constexpr int64_t small_unit = 1 << 14;    // elements that one thread computes at once in any case
constexpr int64_t near_locals = 64 << 10;  // bytes of the locals of a group, which stay in L1 or L2
constexpr int64_t row_locals = 1 << 20;    // the same, for a GEMM row, of which a part is in use
constexpr int64_t near_operand = 1 << 20;  // bytes of a right operand, packed for each task

// jit/plan/early.cpp, order.cpp: bytes of values so small that they may live long.
constexpr size_t small_bytes = 4096;

// jit/schedule/: work per thread and bytes per cache.
constexpr int64_t worth_a_thread = 1 << 15;  // operations that outweigh waking a thread
constexpr int64_t max_of_a_range = 1 << 22;  // operations between two checks for an interrupt
constexpr int64_t worth_a_task = 1 << 19;    // multiplications per task
constexpr int64_t worth_a_stop = 1 << 24;    // the same, if the task itself checks for interrupts
constexpr int64_t worth_pieces = 1 << 18;    // terms of one reduction that threads share
// Bytes of a result that is written with non-temporal stores, if the kernel's data exceeds the
// last-level cache. Code for any size assumes that this cache has `last_cache` bytes.
constexpr int64_t worth_streaming = 8 << 20;
constexpr int64_t last_cache = 32 << 20;
constexpr int64_t in_place_bytes = 192 << 10;  // bytes of an operand that stays in L1 or L2
constexpr int64_t max_sums = 4 << 20;          // bytes of partial sums kept for a task's next chunk
constexpr int64_t block_bytes = 256 << 10;     // bytes of the locals of one block of rows

// backends/host/nests.cpp: number of elements from which eager code sums columns by a kernel
// specialized for their extents.
constexpr int64_t far_columns = 1 << 23;

// jit/plan/kernels.cpp: operations per iteration of a loop that is one kernel.
constexpr int64_t max_loop_work = 1 << 16;

}  // namespace rille::bound
