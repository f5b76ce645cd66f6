// either, repeated: conditionals and loops in C++.
#pragma once

#include <functional>
#include <string>

#include "vm/array.h"
#include "vm/state.h"
#include "vm/value.h"

namespace rille {

// Returns the result of one of the two sides, like an `if` of a script. If the condition is known,
// only its side runs. If it is traced, both sides are recorded, and a run executes one of them.
// Then they must return trees of the same structure and types, else error[trace], which names
// `sides`.
using BranchFn = std::function<Value()>;
struct BranchNames {
  std::string yes = "one side", no = "the other";
};
Value either(State& state, const Array& condition, const BranchFn& yes, const BranchFn& no,
             const BranchNames& sides = {});

// Applies the loop body to the tree repeatedly, while `goes_on` of the tree is true: immediately,
// or as a loop of the open graph. The structure and the types of the tree must stay the same.
Value repeated(State& state, const Value& start, const std::function<Array(const Value&)>& goes_on,
               const std::function<Value(const Value&)>& turn);

}  // namespace rille
