// with_jvp, with_slope: functions with given derivatives.
#pragma once

#include <functional>
#include <utility>

#include "vm/array.h"

namespace rille {

using ArrayFn = std::function<Array(const Array& x)>;
// The function's value at x, and how it moves where x moves by dx.
using JvpRule = std::function<std::pair<Array, Array>(const Array& x, const Array& dx)>;

// f(x); derivatives take the rule instead of going through f. What both see besides x, which all
// moves, is constant. A derivative of the second order goes through the value that the rule gives.
Array with_jvp(const Array& x, const ArrayFn& f, const JvpRule& rule);

// The same of several arrays, of which none moves alone.
using ArraysFn = std::function<Array(const std::vector<Array>& x)>;
using JvpRuleOfMany = std::function<std::pair<Array, Array>(const std::vector<Array>& x,
                                                            const std::vector<Array>& dx)>;
Array with_jvp(const std::vector<Array>& x, const ArraysFn& f, const JvpRuleOfMany& rule);

// f(x) of each element, whose derivative is slope(x, f(x)): of any order that of the slope, never
// that of f's steps.
using SlopeFn = std::function<Array(const Array& x, const Array& y)>;
Array with_slope(const Array& x, const ArrayFn& f, const SlopeFn& slope);

// The same of two arrays of one type: both slopes. They have to be finite, since an array that does
// not move is taken to move by 0.
using ArrayFn2 = std::function<Array(const Array& x, const Array& y)>;
using SlopesFn = std::function<std::pair<Array, Array>(const Array& x, const Array& y)>;
Array with_slopes(const Array& x, const Array& y, const ArrayFn2& f, const SlopesFn& slopes);

}  // namespace rille
