// Commit: from where on a run can neither fail nor be stopped.
#pragma once

#include "jit/plan.h"

namespace rille {

// Scalar operations that nobody can stop, at most: of a loop, and of a kernel. Of those the largest
// updates of memory take less; what works longer may as well make a copy.
constexpr int64_t most_unstopped_loop = int64_t{1} << 27;
constexpr int64_t most_unstopped_kernel = int64_t{1} << 35;
// One kernel takes at most so many scalar operations: hours of a core. By then there was memory for
// all that it reads and writes.
constexpr int64_t most_work = int64_t{1} << 48;

// The first step from which on none raises an error or asks for much memory: what it overwrites
// will be whole. Loops among them are short; all else is as long as machine code may be.
int commit_from(const Plan& plan);

}  // namespace rille
