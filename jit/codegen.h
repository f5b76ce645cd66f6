// Codegen: nests become machine code; LLVM stands behind it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "jit/machine.h"
#include "jit/nest.h"
#include "jit/serial.h"

namespace rille {

// Runs turns [begin, end) of a nest over its buffers. `sizes` holds what Size::argument names;
// `cell` is handed to rille_fail where a check fails (backends/host/runtime.h).
using KernelFn = void (*)(char* const* buffers, const int64_t* sizes, int64_t begin, int64_t end,
                          void* cell);

// Machine code of one kernel. Its pages are executable while it lives, and never writable then.
class MachineCode {
 public:
  virtual ~MachineCode() = default;
  virtual KernelFn kernel() const = 0;
};

// Relocatable object code: what the disk cache keeps.
using ObjectCode = std::vector<char>;

inline constexpr const char* kernel_name = "nest";

class Codegen {
 public:
  virtual ~Codegen() = default;

  // Both are safe to call from several threads at once. error[device] for what has no code. `name`
  // is the kernel's symbol; link() wants kernel_name.
  virtual ObjectCode compile(const KernelSource& source, const Machine& machine,
                             const std::string& name) = 0;
  virtual std::shared_ptr<MachineCode> link(const ObjectCode& object) = 0;

  // What it makes of a kernel, to be looked at: LLVM's code, the machine's.
  enum class Listing : uint8_t { llvm, assembly };
  virtual std::string listing(const KernelSource& source, const Machine& machine, Listing form) = 0;
};

// Opens librille-llvm.so on the first call: RILLE_LLVM names it, else it stands beside the
// program. error[device] where it cannot be opened.
Codegen& codegen();
bool codegen_is_open();

}  // namespace rille
