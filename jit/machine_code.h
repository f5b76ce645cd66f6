// MachineCode: the object code of a kernel, executable.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

namespace rille {

// Relocatable object code (ELF), as the code generator produces it and the disk cache stores it.
using ObjectCode = std::vector<char>;

// Runs iterations [begin, end) of a loop nest on its buffers. `sizes` holds the values of
// Size::argument; `cell` is passed to rille_fail if a check fails (backends/host/runtime.h).
using KernelFn = void (*)(char* const* buffers, const int64_t* sizes, int64_t begin, int64_t end,
                          void* cell);

// Returns the address of a function that the code references; null if it does not exist.
using FindSymbol = const void* (*)(const char* name);

// The machine code of one kernel. Its pages are executable during its lifetime, and never writable
// at the same time. Linking needs no LLVM: a run whose kernels are all in the disk cache never
// loads it.
class MachineCode {
 public:
  static constexpr const char* entry = "nest";  // symbol name of the kernel in its object

  // Raises error[device] if the object was not made by this code generator, or needs a symbol that
  // `find` does not know.
  static std::shared_ptr<MachineCode> linked(const ObjectCode& object, FindSymbol find);

  virtual ~MachineCode() = default;
  virtual KernelFn kernel() const = 0;
};

}  // namespace rille
