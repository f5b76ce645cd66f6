// Bounds: numbers at which decisions by work and bytes turn.
#pragma once

#include <cstddef>
#include <cstdint>

// What fusion, grouping and schedules weigh against each other, in one place. Ours, from the
// measurements of docs/lab. Operations of an element are counted by cost_of(), jit/cost.h. What
// bounds the compiler's own work (code of a kernel, units of a group) stands where it is done.
namespace rille::bound {

// jit/plan/fuse.cpp: what is computed where it is read rather than stored.
constexpr int cheap = 3;          // operations that may be done twice
constexpr int cheap_operand = 4;  // the same of an element of a product's operand
constexpr int cheap_indices = 8;  // the same of what reads no memory: a mask of positions

// jit/passes/recompute.cpp: what the backward half makes again rather than keeps.
constexpr int64_t worth_making_again = 1 << 20;  // bytes
constexpr int cheap_again = 4;                   // operations, as many as operands may cost
constexpr int64_t far_away = 16;    // times its bytes are made between it and its reader
constexpr int64_t small_part = 16;  // what has a 16th of its bytes may stay

// jit/plan/group.cpp: what runs row by row in one kernel.
constexpr int64_t worth_sharing = 16;        // turns of the shared loops: threads take some each
constexpr int64_t least_row = 8;             // elements of the widest unit in such a turn,
constexpr int64_t least_without_fold = 512;  // or else they run as long loops of their own
constexpr int64_t small_unit = 1 << 14;      // elements, of what one thread does at once anyway
constexpr int64_t near_locals = 64 << 10;    // bytes of a group's: they stay in the near caches
constexpr int64_t row_locals = 1 << 20;      // of a product's row, of which some are at hand
constexpr int64_t near_operand = 1 << 20;    // of a right operand, packed for each task

// jit/plan/early.cpp, order.cpp: what is so small that it may stand long.
constexpr size_t small_bytes = 4096;

// jit/schedule/: what threads and caches take at once.
constexpr int64_t worth_a_thread = 1 << 15;    // operations, beside what telling it takes
constexpr int64_t most_of_a_range = 1 << 22;   // operations between two looks for stops
constexpr int64_t worth_a_task = 1 << 19;      // multiplications
constexpr int64_t worth_a_stop = 1 << 24;      // the same, of a task that listens within
constexpr int64_t worth_pieces = 1 << 18;      // terms of one fold that threads share
constexpr int64_t worth_streaming = 8 << 20;   // bytes of a result, beside a full last cache,
constexpr int64_t last_cache = 32 << 20;       // as code for any size takes that to be
constexpr int64_t in_place_bytes = 192 << 10;  // of an operand that stays in a near cache
constexpr int64_t most_sums = 4 << 20;         // of sums that wait for a task's next chunk
constexpr int64_t block_bytes = 256 << 10;     // of the locals of one block of rows

// backends/host/nests.cpp: elements whose columns eager code adds up by a kernel for their extents.
constexpr int64_t far_columns = 1 << 23;

// jit/plan/serial.cpp: operations of a turn of a loop that is one kernel.
constexpr int64_t most_of_a_turn = 1 << 16;

}  // namespace rille::bound
