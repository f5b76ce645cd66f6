// The function of a kernel, and what it asks of the runtime.
#include "jit/codegen/kernel.h"

#include "jit/codegen/program.h"
#include "jit/graph.h"
#include "jit/loops.h"
#include "vm/text.h"

namespace rille {

llvm::Function* declare_kernel(llvm::Module& module, const Target& target,
                               const std::string& name) {
  llvm::LLVMContext& context = module.getContext();
  llvm::Type *pointer = llvm::PointerType::getUnqual(context),
             *word = llvm::Type::getInt64Ty(context);
  auto* type = llvm::FunctionType::get(llvm::Type::getVoidTy(context),
                                       {pointer, pointer, word, word, pointer}, false);
  auto* out = llvm::Function::Create(type, llvm::Function::ExternalLinkage, name, module);
  out->addFnAttr("prefer-vector-width", str(target.vector.bytes * 8));
  out->addFnAttr(llvm::Attribute::NoUnwind);
  return out;
}

llvm::Value* ask(llvm::IRBuilder<>& b, const char* name, llvm::ArrayRef<llvm::Value*> args) {
  llvm::SmallVector<llvm::Type*, 1> types;
  for (llvm::Value* arg : args) types.push_back(arg->getType());
  auto* type = llvm::FunctionType::get(b.getInt1Ty(), types, false);
  llvm::Module& module = *b.GetInsertBlock()->getModule();
  llvm::FunctionCallee asked = module.getOrInsertFunction(name, type);
  auto* callee = llvm::cast<llvm::Function>(asked.getCallee());
  callee->addRetAttr(llvm::Attribute::ZExt);
  callee->setOnlyAccessesInaccessibleMemory();
  callee->setDoesNotThrow();
  return b.CreateCall(asked, args);
}

}  // namespace rille
