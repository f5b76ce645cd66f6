// Sizes for which a recorded nest is interpreted.
#pragma once

#include "jit/nest.h"
#include "jit/schedule.h"
#include "tests/diff/chance.h"

namespace rille::diff {

// A nest with numbers for the sizes that are arguments.
struct SizedKernel {
  Nest nest;
  SizeArguments sizes = {};
  bool is_reduced = false;  // loops have fewer iterations than those of the nest that was recorded
};

// Draws the arguments, and takes iterations from the longest loops as long as the scalar program
// would run more than `work` operations. Strides stay as they are, so that a loop with fewer
// iterations accesses a part of the same elements.
SizedKernel sized(Nest nest, Chance& chance, int64_t work);

// More rows of products whose rows are an argument, up to their size class: a kernel computes whole
// tiles, the last of which ends with the last row.
void raise_rows(SizedKernel& kernel, int64_t least);

int64_t value_of(Size size, const SizeArguments& sizes);
// How many operations the scalar program runs, about.
double work_of(const Nest& nest, const SizeArguments& sizes);
// The elements of each buffer that its accesses need, without computed parts of indices.
std::vector<int64_t> elements_of(const Nest& nest, const SizeArguments& sizes);
// Whether an index into the buffer is computed.
bool is_indexed(const Nest& nest, int buffer);

// The iterations of a kernel with this schedule; sets sizes[task_rows].
int64_t iterations_of(const ScheduledNest& kernel, SizeArguments& sizes);

}  // namespace rille::diff
