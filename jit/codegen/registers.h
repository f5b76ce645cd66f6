// Operations that some machines have as one instruction.
#pragma once

#include <span>

#include "jit/codegen/vec.h"

namespace rille {

// The bits of the results are the same on every machine. `scaled` is declared in vec.h.

// p 2^n for floats, rounded once, where x >= lowest or x is NaN, and 0 elsewhere. The bits of
// `shifted` have n + 254 at their end, between 104 and 382 where x is not below `lowest`. Where
// is_masked(x), lanes of 0 cost nothing. Elsewhere their p and n must be those of a normal number,
// since underflow to 0 is slow.
Vec scaled_from(Vec x, double lowest, Vec p, Vec shifted);
constexpr double scaling_shifter = 0x1.8p23 + 254;
bool is_masked(Vec x);

// A float x as 2^k m, m in [3/4, 3/2). For an x that is not above 0 and finite, m is 1 or NaN or
// any such number, and k is ln x: infinite, or the NaN of the processor for x < 0.
struct BinaryParts {
  Vec k, m;
};
BinaryParts binary_parts(Vec x);

// Element `index` mod 8 of the table, as a float.
Vec looked_up(std::span<const double, 8> table, Bits index, Vec shape);

}  // namespace rille
