// turns: loops that builtins make.
#pragma once

#include <functional>
#include <vector>

#include "vm/array.h"

namespace rille {

using Carry = std::vector<Array>;

// The carry after turns for as long as `goes`, a bool[] of it, holds. No host numbers are carried,
// and a turn gives what it takes, types and all. Runs now, or is recorded where a graph is open.
Carry turns_while(const Carry& begin, const std::function<Array(const Carry&)>& goes,
                  const std::function<Carry(const Carry&)>& turn);

// One turn for each row of `xs`, the arrays along their first axis. It takes the carry, then a row
// of each, and gives the carry, then what is stacked; so does the whole.
std::vector<Array> turns_over(
    const Carry& begin, const std::vector<Array>& xs,
    const std::function<std::vector<Array>(const std::vector<Array>&)>& turn);

}  // namespace rille
