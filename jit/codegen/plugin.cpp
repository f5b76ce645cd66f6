// librille-llvm.so: a nest to object code.
#include <mutex>

#include "jit/codegen.h"
#include "jit/codegen/functions.h"
#include "jit/codegen/program.h"
#include "jit/codegen/sanitize.h"
#include "jit/graph.h"
#include "jit/isa.h"
#include "jit/key.h"
#include "vm/error.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Verifier.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/CommandLine.h>
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

std::string features_of(const Target& target) {
  const Target::Units& units = target.units;
  std::vector<std::string> out;
  if (units.dots) out.emplace_back(isa_of(target) == Isa::avx512 ? "+avx512vnni" : "+avxvnni");
  if (units.bf16_dots) out.emplace_back("+avx512bf16");
  if (units.tiles) out.emplace_back("+amx-tile,+amx-bf16,+amx-int8");
  return join(out, ",");
}

std::unique_ptr<llvm::TargetMachine> target_machine(const Target& target) {
  std::string triple = "x86_64-unknown-linux-gnu", fault;
  const llvm::Target* found = llvm::TargetRegistry::lookupTarget(triple, fault);
  if (found == nullptr) throw Error(Code::device, str("code generation: ", fault));
  llvm::TargetOptions options;
  options.AllowFPOpFusion = llvm::FPOpFusion::Strict;  // an fma stands only where we ask for one
  std::unique_ptr<llvm::TargetMachine> out(found->createTargetMachine(
      triple, target.name, features_of(target), options, llvm::Reloc::PIC_, llvm::CodeModel::Small,
      llvm::CodeGenOptLevel::Default));
  RILLE_CHECK(out != nullptr, target.name);
  return out;
}

// Addresses are written as a loop needs them (ProgramCode::element), so that LLVM's loop strength
// reduction changes little: it takes a sixth of the time of compilation, and the code is as fast
// without it. It has no other switch than this option.
void disable_strength_reduction() {
  llvm::StringMap<llvm::cl::Option*>& options = llvm::cl::getRegisteredOptions();
  auto found = options.find("disable-lsr");
  if (found != options.end()) static_cast<llvm::cl::opt<bool>*>(found->second)->setValue(true);
}

// The analyses of LLVM's passes: to register them takes as long as a pass.
struct Analyses {
  explicit Analyses(llvm::TargetMachine& target) {
    llvm::PassBuilder builder(&target);
    builder.registerModuleAnalyses(modules);
    builder.registerCGSCCAnalyses(calls);
    builder.registerFunctionAnalyses(functions);
    builder.registerLoopAnalyses(loops);
    builder.crossRegisterProxies(loops, functions, calls, modules);
  }
  void forget() {
    loops.clear();
    functions.clear();
    calls.clear();
    modules.clear();
  }

  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager calls;
  llvm::ModuleAnalysisManager modules;
};

// Our vectors are final; these passes fold, hoist and promote, no more. Functions that have become
// one have loops of one iteration and memory of one value.
void optimize(llvm::Module& module, Analyses& analyses, bool is_joined) {
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
    if (!function.isDeclaration()) passes.run(function, analyses.functions);
  }
  instrument(module, analyses.modules);
  analyses.forget();
}

// What it takes to make code for a machine, kept from one kernel to the next: to set it up
// takes as long as a small kernel. The context keeps the types and constants of all kernels that
// were made with it, so a bench serves some and makes room for a new one.
class Bench {
 public:
  explicit Bench(const Target& target)
      : for_(target), target_(target_machine(target)), analyses_(*target_) {}

  bool serves(const Target& target) const {
    return left_ > 0 && for_.name == target.name && features_of(for_) == features_of(target);
  }
  ObjectCode object(const KernelSource& source, const Target& target, const std::string& name);
  std::string assembly(const KernelSource& source, const Target& target);
  std::string llvm(const KernelSource& source, const Target& target);

 private:
  std::unique_ptr<llvm::Module> module_of(const KernelSource& source, const Target& target,
                                          const std::string& name);

  Target for_;     // what of it decides about the code: target_of()
  int left_ = 64;  // kernels
  std::unique_ptr<llvm::TargetMachine> target_;
  Analyses analyses_;
  llvm::LLVMContext context_;
  llvm::SmallString<0> text_;
  llvm::raw_svector_ostream out_{text_};
  std::unique_ptr<llvm::legacy::PassManager> passes_;  // to object code, into text_
};

std::unique_ptr<llvm::Module> Bench::module_of(const KernelSource& source, const Target& target,
                                               const std::string& name) {
  auto module = std::make_unique<llvm::Module>("nest", context_);
  module->setDataLayout(target_->createDataLayout());
  module->setTargetTriple(target_->getTargetTriple().str());
  LoopProgram program = loop_program(source, target);
  if (is_verifying()) verify(program);
  write_program(*module, program, target, name);
  if (is_verifying()) {
    std::string why;
    llvm::raw_string_ostream out(why);
    RILLE_CHECK(!llvm::verifyModule(*module, &out), why);
  }
  optimize(*module, analyses_, !program.functions.empty());
  return module;
}

using FileType = llvm::CodeGenFileType;

std::unique_ptr<llvm::legacy::PassManager> passes_to(llvm::raw_pwrite_stream& out,
                                                     llvm::TargetMachine& target, FileType type) {
  auto passes = std::make_unique<llvm::legacy::PassManager>();
  bool failed = target.addPassesToEmitFile(*passes, out, nullptr, type);
  RILLE_CHECK(!failed, target.getTargetCPU().str());
  return passes;
}

// One list of passes runs over module after module, as `llc -compile-twice` has it.
ObjectCode Bench::object(const KernelSource& source, const Target& target,
                         const std::string& name) {
  --left_;
  auto module = module_of(source, target, name);
  if (passes_ == nullptr) passes_ = passes_to(out_, *target_, FileType::ObjectFile);
  text_.clear();
  passes_->run(*module);
  return {text_.begin(), text_.end()};
}

std::string Bench::assembly(const KernelSource& source, const Target& target) {
  auto module = module_of(source, target, MachineCode::entry);
  llvm::SmallString<0> text;
  llvm::raw_svector_ostream out(text);
  passes_to(out, *target_, FileType::AssemblyFile)->run(*module);
  return text.str().str();
}

std::string Bench::llvm(const KernelSource& source, const Target& target) {
  std::string text;
  llvm::raw_string_ostream out(text);
  module_of(source, target, MachineCode::entry)->print(out, nullptr);
  return text;
}

class LlvmCodegen : public Codegen {
 public:
  LlvmCodegen() {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    disable_strength_reduction();
  }

  ObjectCode compile(const KernelSource& source, const Target& target,
                     const std::string& name) override {
    std::unique_ptr<Bench> bench = taken(target_of(source, target));
    ObjectCode out = bench->object(source, target, name);  // a bench where it throws is not kept
    std::lock_guard lock(mutex_);
    free_.push_back(std::move(bench));
    return out;
  }

  std::string listing(const KernelSource& source, const Target& target, Listing form) override {
    Bench bench(target_of(source, target));
    return form == Listing::assembly ? bench.assembly(source, target) : bench.llvm(source, target);
  }

 private:
  std::unique_ptr<Bench> taken(const Target& target) {
    {
      std::lock_guard lock(mutex_);
      while (!free_.empty()) {
        std::unique_ptr<Bench> out = std::move(free_.back());
        free_.pop_back();
        if (out->serves(target)) return out;
      }
    }
    return std::make_unique<Bench>(target);
  }

  std::mutex mutex_;
  std::vector<std::unique_ptr<Bench>> free_;
};

}  // namespace
}  // namespace rille

extern "C" rille::Codegen* rille_codegen() {
  static auto* codegen = new rille::LlvmCodegen;  // lives until the end: code of it may still run
  return codegen;
}
