// Kernels of a sanitized build check their accesses.
#include "jit/codegen/sanitize.h"

#include "jit/codegen/llvm.h"

#if defined(__SANITIZE_ADDRESS__)

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/Instrumentation/AddressSanitizer.h>
#pragma GCC diagnostic pop

namespace rille {

void instrument(llvm::Module& module, llvm::ModuleAnalysisManager& analyses) {
  for (llvm::Function& function : module) {
    if (!function.isDeclaration()) function.addFnAttr(llvm::Attribute::SanitizeAddress);
  }
  // The program has started the run-time library: a kernel needs no constructor of its own.
  llvm::AddressSanitizerPass pass({}, false, false, llvm::AsanDtorKind::None,
                                  llvm::AsanCtorKind::None);
  pass.run(module, analyses);
}

}  // namespace rille

#else

namespace rille {
void instrument(llvm::Module&, llvm::ModuleAnalysisManager&) {}
}  // namespace rille

#endif
