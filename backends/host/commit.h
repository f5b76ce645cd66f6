// Commit: from where on a run can neither fail nor be stopped.
#pragma once

#include "jit/plan.h"

namespace rille {

// Scalar operations of a loop that nobody can stop, at most.
constexpr int64_t most_unstopped = int64_t{1} << 27;
// One kernel takes at most so many scalar operations: hours of a core. By then there was memory for
// all that it reads and writes.
constexpr int64_t most_work = int64_t{1} << 48;

// The first step from which on none raises an error or asks for much memory: what it overwrites
// will be whole. Loops among them are short; all else is as long as machine code may be.
int commit_from(const Plan& plan);

}  // namespace rille
