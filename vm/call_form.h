// CallForm: what a builtin is to the compiler of scripts.
#pragma once

#include <cstdint>

namespace rille {

// A builtin of a form may be compiled to more than a call; R.NAME is what the run-time library
// (stdlib/core) has for it. Most builtins are calls and nothing else.
enum class CallForm : uint8_t {
  call,
  length,    // len: how many parts the one argument has, an int; a tuple's is its field n
  append,    // push: puts the second argument behind the tuple that the first one lends
  member,    // has: whether the first argument holds the second one
  to_int,    // int: R.NAME gives the int of a host number, and takes all else
  to_float,  // float: likewise
  number,    // abs: R.NAME takes a host number, and all else
  math,      // sqrt: likewise; R.math_NAME is for what is known to be a host number, and faster
  numbers,   // minimum: R.NAME takes two host numbers, and all else
  named,     // dict: the names of its arguments are keys
  fill,      // zeros: an array of the shape that comes first
  output,    // print: what it writes stays in the order of the text, in traces too
  raise,     // error: nothing comes back
  ordered_first,   // plot.bar: a record that is written there, as the first argument, keeps the
                   // order
  ordered_second,  // plot.line: as the second one
  all_true,        // all: an assertion of it shows the operands of the comparison that it is given
  comparison,      // close: an assertion of it shows the first two arguments
  wrapper,    // jit: a function that draws from what the first argument, a function, draws from
  each_leaf,  // tree.map: runs the first argument, a function, once for each leaf
};

}  // namespace rille
