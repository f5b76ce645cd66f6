// Tasks: how nests with products are cut.
#pragma once

#include <initializer_list>

#include "jit/schedule.h"

namespace rille {

// A bound, or where RILLE_TEST_SCHEDULE is set that number: so tests with small arrays reach what
// is for large ones, and change a schedule under a warm cache.
int64_t bound_of_tests(int64_t usual);

// Vector loop and lanes of a stage; loops outside of `from` are not its own.
StageSchedule schedule_loops(const Stage& stage, int from, const Target& target);

constexpr int64_t few_rows = 4;  // of a product whose other side it waits for

inline int64_t divided_up(int64_t x, int64_t by) { return (x + by - 1) / by; }
inline int64_t rounded_up(int64_t x, int64_t to) { return divided_up(x, to) * to; }

// A product of sizes, where it is compared with something: the greatest number where it is too
// large for one.
int64_t at_most(std::initializer_list<int64_t> sizes);

// `least`, times `factor` until it is `count` or more: what many counts are taken for.
int64_t grown_to(int64_t count, int64_t least, int64_t factor);

// The schedule of a nest that has a product.
Schedule schedule_tasks(const Nest& nest, const Target& target);

// What the rows of a nest's products are taken for: as many as there are or some times as
// many, multiples of `unit`, cut in tiles of the same height; 0: none are, or too few to be worth
// it. Of dynamic rows: one of a few numbers, whose tiles are the tallest.
int64_t rows_taken_for(const Nest& nest, int64_t unit, const Target& target,
                       const DynamicSizes& dynamic);

}  // namespace rille
