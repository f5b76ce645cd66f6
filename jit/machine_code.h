// MachineCode: the object code of a kernel, in memory to run.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

namespace rille {

// Relocatable object code (ELF): what the code generator makes and the disk keeps.
using ObjectCode = std::vector<char>;

// Runs turns [begin, end) of a nest over its buffers. `sizes` holds what Size::argument names;
// `cell` is handed to rille_fail where a check fails (backends/host/runtime.h).
using KernelFn = void (*)(char* const* buffers, const int64_t* sizes, int64_t begin, int64_t end,
                          void* cell);

// Where a function stands that code names: null where there is none.
using FindSymbol = const void* (*)(const char* name);

// Machine code of one kernel. Its pages are executable while it lives, and never writable then.
// To put it there takes no LLVM: a run whose kernels all stand on the disk never opens it.
class MachineCode {
 public:
  static constexpr const char* entry = "nest";  // the name of the kernel in its object

  // error[device] where the object is none of ours, or needs what `find` does not know.
  static std::shared_ptr<MachineCode> linked(const ObjectCode& object, FindSymbol find);

  virtual ~MachineCode() = default;
  virtual KernelFn kernel() const = 0;
};

}  // namespace rille
