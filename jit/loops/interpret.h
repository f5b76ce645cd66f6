// The interpreter of loop programs: what they mean.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "jit/loop_program.h"
#include "jit/op.h"
#include "vm/array.h"

namespace rille {

// What a program is run on. A buffer of `has_contents` false has none yet: to read an element that
// the program has not written is a fault.
struct LoopInput {
  struct Memory {
    std::span<std::byte> bytes;
    bool has_contents = true;
  };
  std::vector<Memory> buffers = {};  // in the order of the program's; local ones are left out
  std::span<std::byte> shared = {};  // what all ranges of a run share
  std::vector<int64_t> sizes = {};
  int64_t begin = 0, end = 1;
  int64_t max_iterations = 0;  // of any loop: error[value] where it has more; 0: no limit
  // Applies an operation whose bits are those of generated code (ScalarFacts::answer is not `one`),
  // to arrays of one shape. None: the reference of its op, which may differ in the last bits.
  std::function<Array(Scalar name, Dtype dtype, std::span<const Array> in)> function = {};
};

// The primitive that applies an operation to arrays; null if there is none.
const Op* primitive_of(Scalar name);

// The first check that failed.
struct LoopFailure {
  int64_t check = 0, element = 0;
  std::vector<Array> payload = {};
};

// Runs the program, one operation after the other. error[index] where it accesses an element that
// the buffer does not have, error[value] where it reads an element that nothing has written, and
// where two iterations of a parallel loop access one element and one of them writes it. The message
// names the operation, the buffer, the element, and the iteration.
std::optional<LoopFailure> interpret(const LoopProgram& program, const LoopInput& input);

}  // namespace rille
