// Factors: which axes of operands and results are one.
#pragma once

#include <string>
#include <vector>

#include "jit/scalars.h"
#include "vm/memory/small_vector.h"
#include "vm/type.h"

namespace rille {

// An index that a node runs over, whatever axes it stands in (Shardy's rule).
struct Factor {
  enum class Role : uint8_t {
    plain,   // a part of the results is made of the same part of the operands
    summed,  // no result has it: of parts of the operands come partial results, to be combined
    special  // what has it is read or made whole along it: sorted, scanned, gathered
  };
  Role role = Role::plain;
  Extent extent;
};

// The factors of each axis, the outermost first: a reshape cuts one in several.
using AxisFactors = std::vector<SmallVector<int, 2>>;

// Invariants, which tests/unit/jit/factors_test.cpp checks for all samples: the extents of an
// axis' factors multiply to its own; every result has each plain factor, none has a summed one.
struct Factors {
  std::vector<Factor> factors = {};
  std::vector<AxisFactors> in = {}, out = {};  // per operand, per result
  Scalar combiner = Scalar::add;               // of the summed ones

  int add(Extent extent, Factor::Role role = Factor::Role::plain);
};

// "([i, k], [k, j]) -> ([i, j]) reduction {k}"; "special {k}" for those. Two of one axis: "ij".
std::string text(const Factors& factors);

}  // namespace rille
