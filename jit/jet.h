// jet: derivatives of high order along a curve.
#pragma once

#include <vector>

#include "jit/ir.h"

namespace rille {

// (x...) -> (y...)  becomes  (x..., first derivatives of active x..., second ones, …) -> (y...,
// first derivatives of y..., second ones, …): those by t of y(t), where those of x(t) are given, up
// to `order`. Only what has a tangent has derivatives, as in jvp().
Graph jet(const Graph& graph, const std::vector<bool>& active, int order);

}  // namespace rille
