// with_jvp, with_slope: functions with custom derivatives.
#pragma once

#include <functional>
#include <utility>

#include "vm/array.h"

namespace rille {

using ArrayFn = std::function<Array(const Array& x)>;
// The value of the function at x, and its tangent for the tangent dx of x.
using JvpRule = std::function<std::pair<Array, Array>(const Array& x, const Array& dx)>;

// f(x), whose derivative is the rule instead of the derivative of f. Every captured value other
// than x is constant. A second derivative differentiates the value that the rule returns.
Array with_jvp(const Array& x, const ArrayFn& f, const JvpRule& rule);

// with_jvp for several arrays, all of which have tangents.
using ArraysFn = std::function<Array(const std::vector<Array>& x)>;
using NaryJvpRule = std::function<std::pair<Array, Array>(const std::vector<Array>& x,
                                                          const std::vector<Array>& dx)>;
Array with_jvp(const std::vector<Array>& x, const ArraysFn& f, const NaryJvpRule& rule);

// f(x) elementwise, whose derivative is slope(x, f(x)). Derivatives of any order differentiate
// `slope`, never the operations of f.
using DerivativeFn = std::function<Array(const Array& x, const Array& y)>;
Array with_slope(const Array& x, const ArrayFn& f, const DerivativeFn& slope);

// with_slope for two arrays of one type: both partial derivatives. They must be finite, because an
// array without a tangent gets a tangent of 0.
using BinaryArrayFn = std::function<Array(const Array& x, const Array& y)>;
using PartialDerivativesFn = std::function<std::pair<Array, Array>(const Array& x, const Array& y)>;
Array with_slopes(const Array& x, const Array& y, const BinaryArrayFn& f,
                  const PartialDerivativesFn& slopes);

}  // namespace rille
