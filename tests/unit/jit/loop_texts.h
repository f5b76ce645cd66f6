// Texts of loop programs for tests.
#pragma once

#include <string_view>

#include "jit/loop_program.h"

namespace rille {

inline LoopProgram parsed(std::string_view text) {
  LoopProgram out = parse_loops(text);
  verify(out);
  return out;
}

// b1 = 2 * b0, one element after the other.
inline constexpr std::string_view doubling = R"(program 7 registers, 0 sizes
b0: argument f32[0]
b1: argument f32[0]
%0: i64 = constant 0
%1: i64 = constant 10
%2: f32 = constant 2.0
loop %3 in %0..%1 step 1 {
  %4: f32 = load b0[%3]
  %5: f32 = mul %4, %2
  store b1[%3] = %5
}
)";

}  // namespace rille
