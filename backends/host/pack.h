// Pack: the prebuilt library of kernels of eager code.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "jit/codegen.h"

namespace rille {

// The content of librille-eager-ISA.so. The build tool writes it (pack/write.cpp), with the same
// loop nests and the same code generator as a process without the library.
struct PackedKernel {
  std::string_view key;  // key_of() of its source
  KernelFn kernel;
};
struct Pack {
  std::string_view mark;  // generator_mark() of the writer; a pack with another mark is not used
  std::span<const PackedKernel> kernels;  // sorted by key
};

// The kernel with this key in the pack of the instruction set of the host; null if it is missing.
// The pack is opened on first use: the one next to the program, or RILLE_EAGER ("off" for none).
KernelFn packed_kernel(std::string_view key);

}  // namespace rille

// The symbol that the library exports.
extern "C" const rille::Pack* rille_pack();
