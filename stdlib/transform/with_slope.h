// with_slope: a function of builtins with its derivative.
#pragma once

#include <functional>
#include <vector>

#include "vm/array.h"

namespace rille {

using ArraysFn = std::function<Array(const std::vector<Array>& x)>;
using SlopeRule =
    std::function<Array(const std::vector<Array>& x, const Array& y, const std::vector<Array>& dx)>;

// f(x), whose tangent the rule makes of x, of the result y and of a tangent for each x that can
// have one. What the rule makes of x and y may be differentiated again, to any order. What either
// captures is constant to it.
Array with_slope(const std::vector<Array>& x, const ArraysFn& f, const SlopeRule& slope);

}  // namespace rille
