// Factors: which axes of operands and results correspond.
#pragma once

#include <string>
#include <vector>

#include "jit/scalars.h"
#include "vm/memory/small_vector.h"
#include "vm/type.h"

namespace rille {

// An index that a node iterates over, in whichever axes it appears (as the factors of Shardy).
struct Factor {
  enum class Role : uint8_t {
    plain,  // a slice of the results depends on the same slice of the operands only
    // Not in any result: slices of the operands yield partial results, which are then combined.
    summed,
    special  // read or written as a whole along this factor: sorted, scanned, gathered
  };
  Role role = Role::plain;
  Extent extent;
};

// The factors of each axis, outermost first. A reshape splits an axis into several factors.
using AxisFactors = std::vector<SmallVector<int, 2>>;

// Invariants, which tests/unit/jit/factors_test.cpp checks for all samples: the product of the
// extents of an axis' factors is the extent of the axis; every result has each plain factor; no
// result has a summed factor.
struct Factors {
  std::vector<Factor> factors = {};
  std::vector<AxisFactors> in = {}, out = {};  // per operand, per result
  Scalar combiner = Scalar::add;               // combines the summed factors

  int add(Extent extent, Factor::Role role = Factor::Role::plain);
};

// Prints "([i, k], [k, j]) -> ([i, j]) reduction {k}", and "special {k}" for special factors. An
// axis of two factors prints as "ij".
std::string text(const Factors& factors);

}  // namespace rille
