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

// The same of two arrays of one type.
using ArrayFn2 = std::function<Array(const Array& x, const Array& y)>;
struct Moved {
  Array x, dx, y, dy;
};
using JvpRule2 = std::function<std::pair<Array, Array>(const Moved& at)>;
Array with_jvp(const Array& x, const Array& y, const ArrayFn2& f, const JvpRule2& rule);

}  // namespace rille
