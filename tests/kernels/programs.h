// Recorded programs of small loops.
#pragma once

#include "tests/kernels/judge.h"
#include "tests/kernels/machine.h"
#include "vm/text.h"

namespace rille::diff {

// What `run` gives is `want`; nothing that it throws is right.
template <class Run>
Fault judged(std::string_view name, const KernelResult& want, const Run& run) {
  Fault fault;
  try {
    KernelResult got = run();
    fault = same(got.buffers, want.buffers);
    if (!fault && got.failed != want.failed) fault = "a check fails in one of them";
  } catch (const std::exception& error) {
    fault = error.what();
  }
  return fault ? str(name, ": ", *fault) : fault;
}

// Machine code of the program of a small loop against the interpreter, on drawn operands.
KernelVerdict judge_program(std::string_view text, Chance& chance);

}  // namespace rille::diff
