// with_jvp: a function that brings its derivative.
#pragma once

#include <functional>
#include <utility>

#include "vm/array.h"

namespace rille {

using ArrayFn = std::function<Array(const Array& x)>;
// The function's value at x, and how it moves where x moves by dx.
using JvpRule = std::function<std::pair<Array, Array>(const Array& x, const Array& dx)>;

// f(x); derivatives take the rule instead of going through f. What both see besides x, which all
// moves, is constant.
Array with_jvp(const Array& x, const ArrayFn& f, const JvpRule& rule);

// The same of several arrays, of which none moves alone.
using ArraysFn = std::function<Array(const std::vector<Array>& x)>;
using JvpRuleOfMany = std::function<std::pair<Array, Array>(const std::vector<Array>& x,
                                                            const std::vector<Array>& dx)>;
Array with_jvp(const std::vector<Array>& x, const ArraysFn& f, const JvpRuleOfMany& rule);

}  // namespace rille
