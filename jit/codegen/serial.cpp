// A small loop as one function: steps, branches, loops.
#include "jit/codegen/serial.h"

#include "jit/codegen/functions.h"
#include "jit/codegen/kernel.h"
#include "jit/codegen/values.h"
#include "jit/op.h"
#include "vm/text.h"

namespace rille {
namespace {

constexpr uint64_t near_arena = 4096;  // bytes

}  // namespace

uint64_t SerialCode::bytes_of(const Plan& plan, int slot) {
  return plan.slots[static_cast<size_t>(slot)].bytes;
}

SerialCode::SerialCode(llvm::Module& module, const SerialLoop& loop, const Target& target)
    : module_(module), loop_(loop), target_(target), b_(module.getContext()) {
  int count = 0;
  for (const Plan* plan : plans_of(loop)) {
    first_checks_.emplace(plan, count);
    count += static_cast<int>(plan->checks.size());
  }
  has_checks_ = count > 0;
}

void SerialCode::write(const std::string& name) {
  llvm::Type* pointer = b_.getPtrTy();
  function_ = declare_kernel(module_, target_, name);
  b_.SetInsertPoint(block("entry"));
  cell_ = function_->getArg(4);
  Places given;
  const LoopShape& shape = loop_.shape;
  size_t ins = shape.consts + shape.carry + shape.xs, outs = shape.carry + shape.ys;
  for (size_t i = 0; i < ins + outs + 2; ++i) {
    llvm::Value* place = b_.CreateConstInBoundsGEP1_64(pointer, function_->getArg(0), i);
    given.push_back(b_.CreateLoad(pointer, place));
  }
  constants_ = given.back();
  given.pop_back();
  std::span<llvm::Value* const> all(given);
  loop({shape, loop_.condition.get(), *loop_.body, all.first(ins), all.subspan(ins, outs),
        given.back(), loop_.condition == nullptr ? function_->getArg(3) : nullptr});
  b_.CreateRetVoid();
  inline_parts();
}

// Products stay functions: their work is worth a call.
void SerialCode::inline_parts() {
  for (llvm::CallInst* call : calls_) {
    if (call->getCalledFunction()->hasFnAttribute(llvm::Attribute::AlwaysInline)) {
      inline_call(*call);
    }
  }
  for (auto& [key, part] : parts_) {
    if (part->use_empty()) part->eraseFromParent();
  }
}

llvm::BasicBlock* SerialCode::block(const char* name) {
  return llvm::BasicBlock::Create(module_.getContext(), name, function_);
}

llvm::Value* SerialCode::on_stack(uint64_t bytes) {
  llvm::BasicBlock& entry = function_->getEntryBlock();
  llvm::IRBuilder<> first(&entry, entry.begin());
  auto* memory = first.CreateAlloca(llvm::ArrayType::get(b_.getInt8Ty(), bytes));
  memory->setAlignment(llvm::Align(64));
  return memory;
}

llvm::Value* SerialCode::at(llvm::Value* place, uint64_t bytes) {
  return b_.CreateConstInBoundsGEP1_64(b_.getInt8Ty(), place, bytes);
}

void SerialCode::copy(llvm::Value* to, llvm::Value* from, uint64_t bytes) {
  if (to == from || bytes == 0) return;
  b_.CreateMemCpy(to, llvm::MaybeAlign(1), from, llvm::MaybeAlign(1), bytes);
}

llvm::Value* SerialCode::memory_of(const Plan& plan, llvm::Value* far) {
  bool is_near = plan.arena_bytes > 0 && plan.arena_bytes <= near_arena;
  return is_near ? on_stack(plan.arena_bytes) : far;
}

void SerialCode::plan(const Plan& plan, Places params, Places results, llvm::Value* arena) {
  Places places(plan.slots.size(), none());
  for (size_t i = 0; i < plan.slots.size(); ++i) {
    const Slot& slot = plan.slots[i];
    if (slot.home == Slot::Home::arena) places[i] = at(arena, slot.offset);
    if (slot.home == Slot::Home::constants) places[i] = at(constants_, slot.offset);
  }
  for (size_t i = 0; i < params.size(); ++i)
    places[static_cast<size_t>(plan.params[i])] = params[i];
  for (size_t i = 0; i < results.size(); ++i) {
    places[static_cast<size_t>(plan.results[i])] = results[i];
  }
  for (const PlanStep& step : plan.steps) this->step(plan, step, places);
}

void SerialCode::step(const Plan& plan, const PlanStep& step, const Places& places) {
  auto pick = [&](const std::vector<int>& slots) {
    Places out;
    for (int slot : slots) out.push_back(places[static_cast<size_t>(slot)]);
    return out;
  };
  if (step.kind == PlanStep::Kind::nest) return nest(plan, step, pick(step.buffers));
  Places in = pick(step.in), out = pick(step.out);
  if (step.kind == PlanStep::Kind::copy) return copy(out[0], in[0], bytes_of(plan, step.out[0]));
  const Node& node = plan.graph.nodes[static_cast<size_t>(step.node)];
  if (step.kind == PlanStep::Kind::structured) return update(node, plan.graph, in, out[0]);
  llvm::Value* memory = step.buffers.empty() ? none() : pick(step.buffers)[0];
  if (!is_loop(node)) return branch(node, plan.graph, step, in, out, memory);
  LoopShape shape = loop_shape(node);
  bool is_while = step.parts.size() == 2;
  loop({shape, is_while ? step.parts[0].get() : nullptr, *step.parts.back(), in, out, memory,
        is_while ? nullptr : i64(shape.length.number())});
}

// A nest as a function of the module, its checks numbered from `first_check` on.
llvm::Function* SerialCode::part(const ScheduledNest& kernel, int first_check) {
  const Nest& nest = kernel.nest;
  llvm::Function*& out = parts_[{&nest, nest.checks() ? first_check : 0}];
  if (out != nullptr) return out;
  ScheduledNest own = kernel;
  for (Stage& stage : own.nest.stages) {
    for (NestCheck& check : stage.checks) check.check += first_check;
  }
  std::string name = str("part ", parts_.size());
  write_scheduled(module_, own, target_, name);
  out = module_.getFunction(name);
  out->setLinkage(llvm::Function::InternalLinkage);
  if (has_product(nest)) {
    out->addFnAttr(whole_part);
    out->addFnAttr(llvm::Attribute::NoInline);
  } else {
    out->addFnAttr(llvm::Attribute::AlwaysInline);
  }
  return out;
}

void SerialCode::nest(const Plan& plan, const PlanStep& step, const Places& places) {
  const ScheduledNest& kernel = plan.nests[static_cast<size_t>(step.nest)];
  int64_t iterations = kernel.schedule.iterations;
  llvm::Type* pointer = b_.getPtrTy();
  llvm::Value* buffers = on_stack(std::max<size_t>(places.size(), 1) * sizeof(void*));
  for (size_t i = 0; i < places.size(); ++i) {
    b_.CreateStore(places[i], b_.CreateConstInBoundsGEP1_64(pointer, buffers, i));
  }
  llvm::Function* code = part(kernel, first_checks_.at(&plan) + step.first_check);
  calls_.push_back(b_.CreateCall(code, {buffers, none(), i64(0), i64(iterations), cell_}));
}

void SerialCode::iterations(int64_t count, const std::function<void(llvm::Value*)>& body) {
  if (count == 1) return body(i64(0));
  llvm::BasicBlock *before = b_.GetInsertBlock(), *turn = block("turn"), *done = block("done");
  b_.CreateBr(turn);
  b_.SetInsertPoint(turn);
  llvm::PHINode* number = b_.CreatePHI(b_.getInt64Ty(), 2);
  number->addIncoming(i64(0), before);
  body(number);
  llvm::Value* next = b_.CreateAdd(number, i64(1), "", true, true);
  number->addIncoming(next, b_.GetInsertBlock());
  b_.CreateCondBr(b_.CreateICmpSLT(next, i64(count)), turn, done);
  b_.SetInsertPoint(done);
}

// A window put into an array; where it would leave the array, it is moved.
void SerialCode::update(const Node& node, const Graph& graph, const Places& in, llvm::Value* out) {
  const Type &x = graph.type(node.in[0]), &window = graph.type(node.in[1]);
  auto item = static_cast<int64_t>(bytes(x.dtype()));
  copy(out, in[0], static_cast<uint64_t>(x.count() * item));
  if (window.count() == 0) return;
  Ints shape = x.ints(), size = window.ints(), steps(shape.size());
  llvm::Value* to = i64(0);
  for (size_t axis = shape.size(), step = static_cast<size_t>(item); axis-- > 0;) {
    Dtype dtype = graph.type(node.in[2 + axis]).dtype();
    llvm::Value* start = b_.CreateLoad(memory_type(module_.getContext(), dtype), in[2 + axis]);
    bool is_signed = kind(dtype) == DtypeKind::integer;
    start = b_.CreateIntCast(start, b_.getInt64Ty(), is_signed);
    start = b_.CreateBinaryIntrinsic(llvm::Intrinsic::smax, start, i64(0));
    start = b_.CreateBinaryIntrinsic(llvm::Intrinsic::smin, start, i64(shape[axis] - size[axis]));
    steps[axis] = static_cast<int64_t>(step);
    to = b_.CreateAdd(to, b_.CreateMul(start, i64(steps[axis])));
    step *= static_cast<size_t>(shape[axis]);
  }
  int64_t row = size.empty() ? item : size.back() * item;
  std::function<void(size_t, llvm::Value*, llvm::Value*)> rows = [&](size_t axis, llvm::Value* from,
                                                                     llvm::Value* at) {
    if (axis + 1 >= size.size()) {
      return copy(b_.CreateGEP(b_.getInt8Ty(), out, at), b_.CreateGEP(b_.getInt8Ty(), in[1], from),
                  static_cast<uint64_t>(row));
    }
    iterations(size[axis], [&](llvm::Value* number) {
      llvm::Value* next = b_.CreateAdd(b_.CreateMul(from, i64(size[axis])), number);
      if (axis + 2 == size.size()) next = b_.CreateMul(next, i64(row));
      rows(axis + 1, next, b_.CreateAdd(at, b_.CreateMul(number, i64(steps[axis]))));
    });
  };
  rows(0, i64(0), to);
}

void SerialCode::branch(const Node& node, const Graph& graph, const PlanStep& step,
                        const Places& in, const Places& out, llvm::Value* memory) {
  bool is_truth = graph.type(node.in[0]).dtype() == Dtype::boolean;
  llvm::Type* type = is_truth ? b_.getInt8Ty() : b_.getInt32Ty();
  llvm::Value* number = b_.CreateLoad(type, in[0]);
  llvm::BasicBlock* done = block("joined");
  std::vector<llvm::BasicBlock*> cases;
  for (size_t i = 0; i < step.parts.size(); ++i) cases.push_back(block("case"));
  auto last = static_cast<int64_t>(cases.size()) - 1;
  if (is_truth) {
    llvm::Value* holds = b_.CreateICmpNE(number, llvm::ConstantInt::get(type, 0));
    b_.CreateCondBr(holds, cases[0], cases[static_cast<size_t>(std::min<int64_t>(last, 1))]);
  } else {
    number = b_.CreateBinaryIntrinsic(llvm::Intrinsic::smax, number, b_.getInt32(0));
    auto* choice = b_.CreateSwitch(number, cases.back());
    for (size_t i = 0; i + 1 < cases.size(); ++i) {
      choice->addCase(b_.getInt32(static_cast<uint32_t>(i)), cases[i]);
    }
  }
  for (size_t i = 0; i < cases.size(); ++i) {
    b_.SetInsertPoint(cases[i]);
    const Plan& part = *step.parts[i];
    plan(part, Places(in.begin() + 1, in.end()), out, memory_of(part, memory));
    b_.CreateBr(done);
  }
  b_.SetInsertPoint(done);
}

}  // namespace rille
