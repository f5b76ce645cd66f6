// Codegen: nests become machine code; LLVM stands behind it.
#pragma once

#include <string>

#include "jit/machine_code.h"
#include "jit/nest.h"
#include "jit/plan_kernels.h"
#include "jit/target.h"

namespace rille {

class Codegen {
 public:
  virtual ~Codegen() = default;

  // Safe to call from several threads at once. error[device] for what has no code. `name` is the
  // kernel's symbol: MachineCode::entry where it is to be linked by us.
  virtual ObjectCode compile(const KernelSource& source, const Target& target,
                             const std::string& name) = 0;

  // What it makes of a kernel, to be looked at: LLVM's code, the machine's.
  enum class Listing : uint8_t { llvm, assembly };
  virtual std::string listing(const KernelSource& source, const Target& target, Listing form) = 0;
};

// Opens librille-llvm.so on the first call: RILLE_LLVM names it, else it stands beside the
// program. error[device] where it cannot be opened.
Codegen& codegen();
bool codegen_is_open();

}  // namespace rille
