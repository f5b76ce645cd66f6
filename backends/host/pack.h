// Pack: kernels of eager code that are made with the program.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "jit/codegen.h"

namespace rille {

// What librille-eager-ISA.so holds. The build's tool writes it (pack/write.cpp), with the same
// nests and the same generator as a process that has none.
struct PackedKernel {
  std::string_view key;  // key_of() its source
  KernelFn kernel;
};
struct Pack {
  std::string_view mark;  // generator_mark() of what wrote it: another one's is not used
  std::span<const PackedKernel> kernels;  // sorted by key
};

// The kernel of this key in the pack of the host's instruction set; null where it has none. The
// pack is opened with the first question: it stands beside the program, RILLE_EAGER names another
// one ("off": none).
KernelFn packed_kernel(std::string_view key);

}  // namespace rille

// What the library exports.
extern "C" const rille::Pack* rille_pack();
