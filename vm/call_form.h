// CallForm: how the compiler of scripts treats a builtin.
#pragma once

#include <cstdint>

namespace rille {

// A builtin of a form may be compiled to other code than a call; R.NAME is its function in the
// run-time library (stdlib/core). Most builtins are plain calls.
enum class CallForm : uint8_t {
  call,
  length,         // len: the number of parts of its argument, an integer; of a tuple its field n
  append,         // push: appends the second argument to the tuple passed by reference as the first
  member,         // has: whether the first argument contains the second one
  to_int,         // int: R.NAME converts a scalar to an integer, and accepts all values
  to_float,       // float: R.NAME converts a scalar to a float, and accepts all values
  number,         // abs: R.NAME has a fast path for a scalar, and accepts all values
  math,           // sqrt: like `number`; R.math_NAME is faster and accepts only a scalar
  numbers,        // minimum: R.NAME has a fast path for two scalars, and accepts all values
  named,          // dict: the names of its arguments are keys
  fill,           // zeros: an array whose shape is the first argument
  output,         // print: its output keeps the order of the text, also in traces
  raise,          // error: does not return
  ordered_first,  // plot.bar: a record literal as the first argument keeps the order of its
                  // fields
  ordered_second,  // plot.line: as the second argument
  all_true,        // all: a failed assertion shows the operands of the comparison in its argument
  comparison,      // close: a failed assertion shows its first two arguments
  wrapper,         // jit: a function that uses the same keys as its first argument, a function
  each_leaf,       // tree.map: calls its first argument, a function, once for each leaf
};

}  // namespace rille
