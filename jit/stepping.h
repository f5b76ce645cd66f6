// RunsRegions: what regions run by, for who looks into them.
#pragma once

#include "jit/graph.h"

namespace rille {

// While one lives, each region that the reference of a node evaluates on this thread is evaluated
// by `run`; within these calls of `run` none counts, unless they make one of their own.
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
