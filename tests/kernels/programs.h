// Recorded programs of small loops.
#pragma once

#include "tests/kernels/judge.h"
#include "tests/kernels/machine.h"
#include "vm/text.h"

namespace rille::diff {

// What `run` gives is `want`; nothing that it throws is right. `is_one`: there is one check, so
// that the first element for which it fails is known.
template <class Run>
Fault judged(std::string_view name, const KernelResult& want, bool is_one, const Run& run) {
  Fault fault;
  try {
    KernelResult got = run();
    fault = same(got.buffers, want.buffers);
    bool is_like =
        is_one ? got.failure == want.failure : got.failure.has_value() == want.failure.has_value();
    if (!fault && !is_like) fault = "other checks fail";
  } catch (const std::exception& error) {
    fault = error.what();
  }
  return fault ? str(name, ": ", *fault) : fault;
}

// Machine code of the program of a small loop against the interpreter, on drawn operands.
KernelVerdict judge_program(std::string_view text, Chance& chance);

}  // namespace rille::diff
