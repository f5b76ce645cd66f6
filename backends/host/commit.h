// Commit: the step after which a run cannot fail or stop.
#pragma once

#include "jit/plan.h"

namespace rille {

// The maximum numbers of scalar operations without a cancellation point, for a loop and for a
// kernel. The largest in-place updates need fewer; longer work can afford a copy.
constexpr int64_t max_unstopped_loop = int64_t{1} << 27;
constexpr int64_t max_unstopped_kernel = int64_t{1} << 35;
// The maximum number of scalar operations of a kernel, which is hours of one core. It is checked
// after the buffers of the kernel were allocated.
constexpr int64_t max_work = int64_t{1} << 48;

// The first step from which on no step raises an error or allocates much memory, so that donated
// buffers are overwritten completely or not at all. Loops among these steps are short; kernels may
// take as long as machine code is allowed to.
int commit_from(const Plan& plan);

}  // namespace rille
