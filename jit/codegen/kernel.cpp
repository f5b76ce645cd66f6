// A kernel: its arguments, its shared loops, its stages.
#include <llvm/IR/IntrinsicsX86.h>
#include <llvm/TargetParser/Triple.h>

#include <algorithm>
#include <functional>
#include <set>

#include "jit/codegen/emit.h"
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

KernelFunction::KernelFunction(llvm::Module& module, const Nest& nest, const Target& target,
                               const std::string& name, Schedule schedule)
    : b(module.getContext()),
      module(module),
      nest(nest),
      schedule(std::move(schedule)),
      fuses(target.vector.bytes >= 32),
      is_made(nest.buffers.size()),
      streams(nest.buffers.size()) {
  for (const Stage& stage : nest.stages) {
    for (const Store& store : stage.stores) {
      is_made[static_cast<size_t>(store.access.buffer)] = true;
    }
  }
  code = declare_kernel(module, target, name);
  b.SetInsertPoint(block("entry"));
  llvm::Argument* args = code->arg_begin();
  auto buffer = [&](size_t i) {
    llvm::Value* place = b.CreateConstInBoundsGEP1_64(b.getPtrTy(), args, i);
    return b.CreateLoad(b.getPtrTy(), place, str("b", i));
  };
  for (size_t i = 0; i < nest.arguments(); ++i) buffers.push_back(buffer(i));
  if (this->schedule.shared > 0) shared = buffer(nest.arguments());
  take_scratch();
  take_sizes();
  take_streams();
  begin = args + 2;
  end = args + 3;
  cell = args + 4;
}

void KernelFunction::take_streams() {
  for (size_t i = 0; i < nest.stages.size(); ++i) {
    int64_t least = schedule.stages[i].streams;
    for (const Store& store : nest.stages[i].stores) {
      auto at = static_cast<size_t>(store.access.buffer);
      if (least > 0 && !nest.is_local(store.access.buffer)) {
        streams[at] = may_stream(store.access.buffer, nest.stages[i], least);
      }
    }
  }
}

// It is large, and no memory that the kernel reads: that is in the caches already.
llvm::Value* KernelFunction::may_stream(int buffer, const Stage& stage, int64_t least) {
  auto place = [&](int number) { return buffers[static_cast<size_t>(number)]; };
  llvm::Value* size = b.getInt64(bytes(nest.buffers[static_cast<size_t>(buffer)]));
  for (const Size& loop : stage.loops) {
    llvm::Value* extent = loop.known() ? b.getInt64(static_cast<uint64_t>(loop.number))
                                       : sizes[static_cast<size_t>(loop.arg)];
    size = b.CreateMul(size, extent);
  }
  llvm::Value* out = b.CreateICmpUGE(size, b.getInt64(static_cast<uint64_t>(least)));
  std::set<int> read;
  for (const Stage& other : nest.stages) {
    each_read(other, [&](const Access& access) {
      bool may_be = !nest.is_local(access.buffer) && !nest.is_constant(access.buffer);
      if (may_be) read.insert(access.buffer);
    });
  }
  if (read.contains(buffer)) return nullptr;
  for (int other : read) out = b.CreateAnd(out, b.CreateICmpNE(place(buffer), place(other)));
  return out;
}

llvm::BasicBlock* KernelFunction::block(const char* name) {
  return llvm::BasicBlock::Create(module.getContext(), name, code);
}

void KernelFunction::leave() {
  bool any = std::ranges::any_of(streams, [](llvm::Value* may) { return may != nullptr; });
  if (any && llvm::Triple(module.getTargetTriple()).isX86()) {
    b.CreateIntrinsic(llvm::Intrinsic::x86_sse_sfence, {}, {});
  } else if (any) {
    b.CreateFence(llvm::AtomicOrdering::SequentiallyConsistent);
  }
  b.CreateRetVoid();
}

// Locals stand on the stack, those of tasks in the thread's scratch, which its caller has made
// large enough.
void KernelFunction::take_scratch() {
  auto& context = module.getContext();
  if (schedule.scratch > 0) {
    auto* type = llvm::FunctionType::get(b.getPtrTy(), false);
    scratch = b.CreateCall(module.getOrInsertFunction("rille_scratch", type));
  }
  for (size_t i = 0; i < nest.locals.size(); ++i) {
    const Local& local = nest.locals[i];
    if (!schedule.locals.empty()) {
      auto at = static_cast<uint64_t>(schedule.locals[i]);
      buffers.push_back(b.CreateConstGEP1_64(b.getInt8Ty(), scratch, at));
      continue;
    }
    auto count = static_cast<uint64_t>(local.elements);
    auto* row = llvm::ArrayType::get(memory_type(context, local.dtype), count);
    auto* memory = b.CreateAlloca(row);
    memory->setAlignment(llvm::Align(64));
    buffers.push_back(memory);
  }
}

// Of a product: whether its rows are an argument.
bool has_any_rows(const Stage& stage) {
  if (stage.form != StageForm::contract) return false;
  return !stage.loops[static_cast<size_t>(stage.kept) - 2].known();
}

void KernelFunction::take_sizes() {
  int count = 0;
  auto more = [&](const std::vector<Size>& all) {
    for (Size size : all) count = std::max(count, size.arg + 1);
  };
  std::function<void(const Stage&)> look = [&](const Stage& stage) {
    more(stage.loops);
    for (const NestStep& step : stage.code) more(step.access.strides);
    for (const Store& store : stage.stores) more(store.access.strides);
    for (const Stage& operand : stage.operands) look(operand);
    if (has_any_rows(stage)) count = std::max<int>(count, task_rows + 1);
  };
  for (const Stage& stage : nest.stages) look(stage);
  for (int i = 0; i < count; ++i) {
    llvm::Value* place = b.CreateConstInBoundsGEP1_64(b.getInt64Ty(), code->arg_begin() + 1,
                                                      static_cast<uint64_t>(i));
    sizes.push_back(b.CreateLoad(b.getInt64Ty(), place));
  }
}

// The loops that all stages share, around them.
class SharedLoops {
 public:
  explicit SharedLoops(KernelFunction& function) : function_(function), first_(emit_of(0)) {}

  void write(int depth = 0) {
    if (depth < function_.nest.shared) {
      return first_.loop(depth, [&] {
        counters_.push_back(first_.counters_[static_cast<size_t>(depth)]);
        write(depth + 1);
        counters_.pop_back();
      });
    }
    for (size_t i = 0; i < function_.nest.stages.size(); ++i) {
      emit_of(i).write(counters_);
    }
  }

 private:
  Emit emit_of(size_t stage) {
    return {function_, function_.nest.stages[stage], function_.schedule.stages[stage]};
  }

  KernelFunction& function_;
  Emit first_;  // any stage's: it knows the loops
  std::vector<llvm::Value*> counters_;
};

void write_kernel(llvm::Module& module, const Nest& nest, const Target& target,
                  const std::string& name, Schedule schedule) {
  KernelFunction function(module, nest, target, name, std::move(schedule));
  if (has_product(nest)) {
    write_tasks(function);
  } else {
    SharedLoops(function).write();
  }
  function.leave();
}

void write_scheduled(llvm::Module& module, const ScheduledNest& kernel, const Target& target,
                     const std::string& name) {
  LoopProgram program = loop_program(kernel, target);
  if (is_verifying()) verify(program);
  write_program(module, program, target, name);
}

}  // namespace rille
