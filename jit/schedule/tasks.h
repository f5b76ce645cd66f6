// Tasks: how nests with matrix products are divided.
#pragma once

#include <initializer_list>

#include "jit/schedule.h"

namespace rille {

// A threshold, or the number in RILLE_TEST_SCHEDULE if that is set: tests with small arrays then
// use the schedules of large ones.
int64_t bound_of_tests(int64_t usual);

// The vectorized loop and the lanes of a stage. Loops before `from` are shared with other stages.
StageSchedule schedule_loops(const Stage& stage, int from, const Target& target);

constexpr int64_t few_rows = 4;  // of a product that is limited by the memory bandwidth

inline int64_t ceil_div(int64_t x, int64_t by) { return (x + by - 1) / by; }
inline int64_t round_up(int64_t x, int64_t to) { return ceil_div(x, to) * to; }

// The product of sizes; INT64_MAX if it overflows.
int64_t saturating_product(std::initializer_list<int64_t> sizes);

// The size class of a count: `least` times the smallest power of `factor` that is not below it.
int64_t size_class_of(int64_t count, int64_t least, int64_t factor);

// The schedule of a nest with products.
Schedule schedule_tasks(const Nest& nest, const Target& target);

// The size class of the rows of products: a number not below the rows, a multiple of `unit`, whose
// tiles have the same height; 0 if there is none, or too few rows. Of dynamic rows: one of a few
// numbers, with the highest tiles.
int64_t row_size_class(const Nest& nest, int64_t unit, const Target& target,
                       const DynamicSizes& dynamic);

}  // namespace rille
