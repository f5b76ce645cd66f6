// with_slope: a C++ function with a custom JVP rule.
#pragma once

#include <functional>
#include <vector>

#include "vm/array.h"

namespace rille {

using ArraysFn = std::function<Array(const std::vector<Array>& x)>;
using TangentRule =
    std::function<Array(const std::vector<Array>& x, const Array& y, const std::vector<Array>& dx)>;

// f(x) with a custom derivative: `slope` computes the tangent from x, the result y, and one tangent
// for each differentiable x. The rule may be differentiated again by x and y, to any order.
// Captures of f and of the rule are constants.
Array with_slope(const std::vector<Array>& x, const ArraysFn& f, const TangentRule& slope);

}  // namespace rille
