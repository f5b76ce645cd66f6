// jet: higher-order derivatives along a curve.
#pragma once

#include <vector>

#include "jit/ir.h"

namespace rille {

// Maps (x...) -> (y...) to (x..., first derivatives of active x..., second derivatives, …) ->
// (y..., first derivatives of y..., second derivatives, …), up to `order`. The inputs are the
// derivatives of x(t) by t, the results those of y(t). Only values with tangents have derivatives,
// as in jvp().
Graph jet(const Graph& graph, const std::vector<bool>& active, int order);

}  // namespace rille
