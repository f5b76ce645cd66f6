// turns: loops that builtins build.
#pragma once

#include <functional>
#include <vector>

#include "vm/array.h"

namespace rille {

using LoopCarry = std::vector<Array>;

// A while loop: applies `turn` to the carry while `goes`, a bool[] of the carry, is true, and
// returns the final carry. The carry contains no host scalars, and `turn` preserves its types. The
// loop runs now, or is recorded if a trace is open.
LoopCarry run_while_loop(const LoopCarry& begin, const std::function<Array(const LoopCarry&)>& goes,
                         const std::function<LoopCarry(const LoopCarry&)>& turn);

// A scan over the first axis of the arrays in `xs`. `turn` takes the carry and one slice of each
// array, and returns the new carry and the values to stack. The scan returns the final carry and
// the stacked values.
std::vector<Array> run_scan_loop(
    const LoopCarry& begin, const std::vector<Array>& xs,
    const std::function<std::vector<Array>(const std::vector<Array>&)>& turn);

}  // namespace rille
