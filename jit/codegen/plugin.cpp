// librille-llvm.so: a nest to object code, and to memory.
#include <atomic>

#include "jit/codegen.h"
#include "jit/codegen/emit.h"
#include "jit/codegen/functions.h"
#include "jit/codegen/sanitize.h"
#include "jit/codegen/serial.h"
#include "jit/key.h"
#include "vm/error.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/ExecutionEngine/Orc/ObjectLinkingLayer.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Verifier.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/LICM.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>
#include <llvm/Transforms/Scalar/LoopUnrollPass.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#pragma GCC diagnostic pop

namespace rille {
namespace {

// What LLVM reports becomes an Error where it appears.
void check(llvm::Error error) {
  if (!error) return;
  throw Error(Code::device, str("code generation: ", llvm::toString(std::move(error))));
}

template <class T>
T take(llvm::Expected<T> got) {
  check(got.takeError());
  return std::move(*got);
}

std::unique_ptr<llvm::TargetMachine> target_machine(const KernelSource& source,
                                                    const Machine& machine) {
  std::string triple = "x86_64-unknown-linux-gnu", fault;
  const llvm::Target* target = llvm::TargetRegistry::lookupTarget(triple, fault);
  if (target == nullptr) throw Error(Code::device, str("code generation: ", fault));
  llvm::TargetOptions options;
  options.AllowFPOpFusion = llvm::FPOpFusion::Strict;  // an fma stands only where we ask for one
  std::unique_ptr<llvm::TargetMachine> out(target->createTargetMachine(
      triple, machine.name, target_of(source, machine).dots ? "+avx512vnni" : "", options,
      llvm::Reloc::PIC_, llvm::CodeModel::Small, llvm::CodeGenOptLevel::Default));
  RILLE_CHECK(out != nullptr, machine.name);
  return out;
}

// Our vectors are final; these passes fold, hoist and promote, no more.
// Nests that have become one function have loops of one turn and memory of one value.
void optimize(llvm::Module& module, llvm::TargetMachine& target, bool is_joined) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager calls;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder(&target);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(calls);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, calls, modules);
  llvm::FunctionPassManager passes;
  passes.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
  passes.addPass(llvm::EarlyCSEPass(is_joined));
  if (is_joined) {
    passes.addPass(llvm::SimplifyCFGPass());
    passes.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
    passes.addPass(llvm::EarlyCSEPass(true));
    passes.addPass(llvm::SimplifyCFGPass());
    passes.addPass(llvm::LoopSimplifyPass());
    passes.addPass(llvm::LoopUnrollPass(
        llvm::LoopUnrollOptions(2, true).setPartial(false).setRuntime(false).setPeeling(false)));
    passes.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
    passes.addPass(llvm::EarlyCSEPass(true));
    passes.addPass(llvm::SimplifyCFGPass());
  }
  passes.addPass(llvm::LoopSimplifyPass());
  passes.addPass(llvm::createFunctionToLoopPassAdaptor(llvm::LICMPass(llvm::LICMOptions()), true));
  passes.addPass(llvm::EarlyCSEPass());
  inline_few(module);
  for (llvm::Function& function : module) {
    if (!function.isDeclaration()) passes.run(function, functions);
  }
  instrument(module, modules);
}

std::unique_ptr<llvm::Module> module_of(llvm::LLVMContext& context, const KernelSource& source,
                                        const Machine& machine, const std::string& name,
                                        llvm::TargetMachine& target) {
  auto module = std::make_unique<llvm::Module>("nest", context);
  module->setDataLayout(target.createDataLayout());
  module->setTargetTriple(target.getTargetTriple().str());
  const auto* loop = std::get_if<SerialLoop>(&source);
  if (loop != nullptr) {
    SerialCode(*module, *loop, machine).write(name);
  } else {
    const Nest& nest = std::get<Nest>(source);
    write_kernel(*module, nest, machine, name, schedule_of(nest, machine));
  }
#ifndef NDEBUG
  std::string why;
  llvm::raw_string_ostream out(why);
  RILLE_CHECK(!llvm::verifyModule(*module, &out), why);
#endif
  optimize(*module, target, loop != nullptr);
  return module;
}

using FileType = llvm::CodeGenFileType;

llvm::SmallString<0> emitted(llvm::Module& module, llvm::TargetMachine& target, FileType type) {
  llvm::SmallString<0> text;
  llvm::raw_svector_ostream out(text);
  llvm::legacy::PassManager passes;
  bool failed = target.addPassesToEmitFile(passes, out, nullptr, type);
  RILLE_CHECK(!failed, target.getTargetCPU().str());
  passes.run(module);
  return text;
}

class Linked : public MachineCode {
 public:
  Linked(llvm::orc::LLJIT& jit, llvm::orc::JITDylib& library)
      : jit_(jit),
        library_(library),
        kernel_(take(jit.lookup(library, kernel_name)).toPtr<KernelFn>()) {}
  ~Linked() override { llvm::consumeError(jit_.getExecutionSession().removeJITDylib(library_)); }
  Linked(const Linked&) = delete;
  Linked& operator=(const Linked&) = delete;
  KernelFn kernel() const override { return kernel_; }

 private:
  llvm::orc::LLJIT& jit_;
  llvm::orc::JITDylib& library_;
  KernelFn kernel_;
};

class LlvmCodegen : public Codegen {
 public:
  LlvmCodegen() {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    llvm::orc::LLJITBuilder builder;
    builder.setObjectLinkingLayerCreator(
        [](llvm::orc::ExecutionSession& session,
           const llvm::Triple&) -> llvm::Expected<std::unique_ptr<llvm::orc::ObjectLayer>> {
          return std::make_unique<llvm::orc::ObjectLinkingLayer>(session);
        });
    jit_ = take(builder.create());
  }

  ObjectCode compile(const KernelSource& source, const Machine& machine,
                     const std::string& name) override {
    auto target = target_machine(source, machine);
    llvm::LLVMContext context;
    auto module = module_of(context, source, machine, name, *target);
    auto object = emitted(*module, *target, FileType::ObjectFile);
    return {object.begin(), object.end()};
  }

  std::shared_ptr<MachineCode> link(const ObjectCode& object) override {
    auto number = next_.fetch_add(1);
    auto made = jit_->createJITDylib(str("kernel", number));
    check(made.takeError());
    llvm::orc::JITDylib& library = *made;
    library.addGenerator(take(llvm::orc::DynamicLibrarySearchGenerator::GetForCurrentProcess(
        jit_->getDataLayout().getGlobalPrefix())));
    auto buffer =
        llvm::MemoryBuffer::getMemBufferCopy({object.data(), object.size()}, str("kernel", number));
    check(jit_->addObjectFile(library, std::move(buffer)));
    return std::make_shared<Linked>(*jit_, library);
  }

  std::string listing(const KernelSource& source, const Machine& machine, Listing form) override {
    auto target = target_machine(source, machine);
    llvm::LLVMContext context;
    auto module = module_of(context, source, machine, kernel_name, *target);
    if (form == Listing::assembly)
      return emitted(*module, *target, FileType::AssemblyFile).str().str();
    std::string text;
    llvm::raw_string_ostream out(text);
    module->print(out, nullptr);
    return text;
  }

 private:
  std::unique_ptr<llvm::orc::LLJIT> jit_;
  std::atomic<uint64_t> next_{0};
};

}  // namespace
}  // namespace rille

extern "C" rille::Codegen* rille_codegen() {
  static auto* codegen = new rille::LlvmCodegen;  // lives until the end: code of it may still run
  return codegen;
}
