// RunsRegions: how regions run under an observer.
#pragma once

#include "jit/graph.h"

namespace rille {

// While an instance lives, `run` evaluates each region that the reference of a node evaluates on
// this thread. Inside of such a call of `run` no instance is active, unless `run` creates one.
class RunsRegions {
 public:
  explicit RunsRegions(const RunNode& run);
  ~RunsRegions();
  RunsRegions(const RunsRegions&) = delete;
  RunsRegions& operator=(const RunsRegions&) = delete;

 private:
  const RunNode* before_;
};

}  // namespace rille
