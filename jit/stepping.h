// RegionRunnerScope: how regions run under an observer.
#pragma once

#include "jit/graph.h"

namespace rille {

// While an instance lives, `run` evaluates each region that the reference of a node evaluates on
// this thread. Inside of such a call of `run` no instance is active, unless `run` creates one.
class RegionRunnerScope {
 public:
  explicit RegionRunnerScope(const RunNode& run);
  ~RegionRunnerScope();
  RegionRunnerScope(const RegionRunnerScope&) = delete;
  RegionRunnerScope& operator=(const RegionRunnerScope&) = delete;

 private:
  const RunNode* before_;
};

}  // namespace rille
