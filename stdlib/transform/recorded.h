// Recorded: a function called inside a trace, as a region.
#pragma once

#include <functional>
#include <vector>

#include "backends/apply.h"
#include "vm/value.h"

namespace rille {

// What a function did while a trace of its own was open. Arrays of outside that it met, traced or
// not, are its captures.
struct Recorded {
  Graph graph;  // params, then one param per capture
  std::vector<Array> captures;
  std::vector<bool> weak;  // per result
};

// Calls `body` with params of the types of `like`; its arrays are the results.
using Recording = std::function<std::vector<Array>(const std::vector<Array>& params)>;
Recorded record(const std::vector<Array>& like, const Recording& body);

// The leaves of trees, in their order, and the trees with other leaves.
std::vector<Array> leaves_of(const Values& trees);
Values with_leaves_of(const Values& trees, const std::vector<Array>& leaves);

// `body` over all of `operands`, of which it takes those from `first` on behind its params.
Region widened(const Recorded& body, size_t params, size_t first,
               const std::vector<Array>& operands);

}  // namespace rille
