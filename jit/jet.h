// jet: Taylor-mode automatic differentiation.
#pragma once

#include <vector>

#include "jit/ir.h"

namespace rille {

// (x...) -> (y...)  becomes  (x..., first derivatives of active x..., second ones, …) -> (y...,
// first derivatives of y..., second ones, …). These are the derivatives by t of y(t), given those
// of x(t), up to `order`. Only values with tangents have derivatives, as in jvp().
Graph jet(const Graph& graph, const std::vector<bool>& active, int order);

}  // namespace rille
