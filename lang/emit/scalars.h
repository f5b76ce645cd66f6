// Scalars: which params a native body takes for numbers.
#pragma once

#include <unordered_map>
#include <utility>
#include <vector>

#include "lang/emit/proof.h"

namespace rille::lang {

using ScalarParams = std::vector<std::pair<const Binding*, Sort>>;

// For each function with a body for traces beside its native one: the params that are compared,
// or bound a loop, and are used in no way that an array or a table would be.
std::unordered_map<const Function*, ScalarParams> scalar_params(const File& file);

}  // namespace rille::lang
