// The longer rules of cond, each in a file of its own.
#pragma once

#include "jit/ops/regions.h"

namespace rille {

Vars branch_masks(Builder& b,
                  const Node& node);  // for each region, the mapped elements that take it
std::vector<BatchedVar> cond_batch(Builder& b, const Node& node, const Batch& batch);
void cond_split(Splitter& s, const Node& node);
std::vector<Sample> cond_samples();  // jit/ops/region_samples.cpp

}  // namespace rille
