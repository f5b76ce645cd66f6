// Recorded: a function, as a region.
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

// Stands where a Recording calls what may be of a script: Lua's flag follows the number of open
// traces.
class ScriptsTraced {
 public:
  explicit ScriptsTraced(State& state);
  ~ScriptsTraced();
  ScriptsTraced(const ScriptsTraced&) = delete;
  ScriptsTraced& operator=(const ScriptsTraced&) = delete;

 private:
  State& state_;
  int before_;
};

// The leaves of trees, in their order, and the trees with other leaves.
std::vector<Array> leaves_of(const Values& trees);
Values with_leaves_of(const Values& trees, const std::vector<Array>& leaves);

// `body` over all of `operands`, of which it takes those from `first` on behind its params.
Region widened(const Recorded& body, size_t params, size_t first,
               const std::vector<Array>& operands);

// Those that have tangents.
std::vector<Array> moving(const std::vector<Array>& xs);

// What a rule of custom_jvp that is given the results takes: of the operands those from `first` to
// `last`, the results, and tangents of the former. What it captures stands among the operands, too,
// from `captured` on.
struct RuleOfResult {
  size_t first, last, captured;
  const std::vector<Array>& results;  // for their types
};
// (operands..., results..., tangents of the operands...) -> (tangents of the results...)
Region widened(const Recorded& rule, const RuleOfResult& takes, const std::vector<Array>& operands);

}  // namespace rille
