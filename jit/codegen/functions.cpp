// Functions of a module that its kernels call.
#include "jit/codegen/functions.h"

#include <vector>

#include "vm/text.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#include <llvm/Transforms/Utils/Cloning.h>
#pragma GCC diagnostic pop

namespace rille {
namespace {

constexpr size_t few =
    16;  // calls of one kernel: eight operations, each in whole vectors and the rest

// The name with its types, as in "exp f16 v": one function for each width.
std::string full_name(const std::string& name, llvm::ArrayRef<llvm::Value*> args) {
  std::string out = name;
  llvm::raw_string_ostream text(out);
  for (llvm::Value* arg : args) text << " " << *arg->getType();
  return out;
}

}  // namespace

llvm::CallInst* call_function(llvm::IRBuilder<>& b, const std::string& name, llvm::Type* result,
                              llvm::ArrayRef<llvm::Value*> args, const FunctionBody& body) {
  llvm::Function* caller = b.GetInsertBlock()->getParent();
  llvm::Module& module = *caller->getParent();
  std::string full = full_name(name, args);
  llvm::Function* function = module.getFunction(full);
  if (function == nullptr) {
    llvm::SmallVector<llvm::Type*, 4> types;
    for (llvm::Value* arg : args) types.push_back(arg->getType());
    function = llvm::Function::Create(llvm::FunctionType::get(result, types, false),
                                      llvm::Function::InternalLinkage, full, module);
    llvm::AttributeSet own = caller->getAttributes().getFnAttrs();
    function->addFnAttrs(llvm::AttrBuilder(b.getContext(), own));
    function->addFnAttr(llvm::Attribute::NoInline);
    llvm::IRBuilder<> inside(llvm::BasicBlock::Create(b.getContext(), "entry", function));
    llvm::SmallVector<llvm::Value*, 4> given;
    for (llvm::Argument& arg : function->args()) given.push_back(&arg);
    inside.CreateRet(body(inside, given));
  }
  return b.CreateCall(function, args);
}

void inline_call(llvm::CallInst& call) {
  llvm::InlineFunctionInfo info;
  llvm::InlineFunction(call, info);
}

void inline_few(llvm::Module& module) {
  for (llvm::Function& kernel : module) {
    if (kernel.isDeclaration() || kernel.hasLocalLinkage()) continue;
    std::vector<llvm::CallInst*> calls;
    for (llvm::BasicBlock& block : kernel) {
      for (llvm::Instruction& each : block) {
        auto* call = llvm::dyn_cast<llvm::CallInst>(&each);
        llvm::Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
        bool is_ours = callee != nullptr && callee->hasLocalLinkage();
        if (is_ours && !callee->hasFnAttribute(whole_part)) calls.push_back(call);
      }
    }
    if (calls.size() > few) continue;
    for (llvm::CallInst* call : calls) inline_call(*call);
  }
  for (llvm::Function& each : llvm::make_early_inc_range(module)) {
    if (each.hasLocalLinkage() && each.use_empty()) each.eraseFromParent();
  }
}

}  // namespace rille
