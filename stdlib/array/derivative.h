// with_jvp: a function that brings its derivative.
#pragma once

#include <functional>
#include <utility>

#include "vm/array.h"

namespace rille {

using ArrayFn = std::function<Array(const Array& x)>;
// The function's value at x, and how it moves where x moves by dx.
using JvpRule = std::function<std::pair<Array, Array>(const Array& x, const Array& dx)>;

// f(x); derivatives take the rule instead of going through f. Both are functions of their arguments
// alone.
Array with_jvp(const Array& x, const ArrayFn& f, const JvpRule& rule);

}  // namespace rille
