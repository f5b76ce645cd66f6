// A loop program in LLVM: its operations and control flow.
#include <llvm/IR/IntrinsicsX86.h>
#include <llvm/TargetParser/Triple.h>

#include <algorithm>
#include <utility>

#include "jit/codegen/functions.h"
#include "jit/codegen/program_code.h"
#include "vm/error.h"

namespace rille {

void ProgramCode::write() {
  b_.SetInsertPoint(block("entry"));
  llvm::Argument* args = code_->arg_begin();
  uint64_t given = 0;
  auto next_buffer = [&](const std::string& name) {
    Value* at = b_.CreateConstInBoundsGEP1_64(b_.getPtrTy(), args, given++);
    return b_.CreateLoad(b_.getPtrTy(), at, name);
  };
  for (size_t i = 0; i < program_.buffers.size(); ++i) {
    LoopBuffer::Role role = program_.buffers[i].role;
    bool is_given = role == LoopBuffer::Role::argument || role == LoopBuffer::Role::constant;
    if (is_given) buffers_[i] = next_buffer(str("b", i));
  }
  divide_up(LoopBuffer::Role::shared, [&] { return next_buffer("shared"); });
  divide_up(LoopBuffer::Role::scratch, [&] {
    auto* type = llvm::FunctionType::get(b_.getPtrTy(), false);
    return b_.CreateCall(module_.getOrInsertFunction("rille_scratch", type));
  });
  for (int i = 0; i < program_.sizes; ++i) {
    auto number = static_cast<uint64_t>(i);
    Value* at = b_.CreateConstInBoundsGEP1_64(b_.getInt64Ty(), args + 1, number);
    sizes_.push_back(b_.CreateLoad(b_.getInt64Ty(), at));
  }
  each_op(program_.body, [&](const LoopOp& op) {
    streams_ = streams_ || (op.kind == LoopOpKind::store && op.flag);
    has_tiles_ = has_tiles_ || op.kind == LoopOpKind::tile_dot;
  });
  if (has_tiles_) configure_tiles();
  ops(program_.body);
  leave();
  for (llvm::CallInst* call : inlined_) inline_call(*call);
}

llvm::Value* ProgramCode::splat(Value* value, int lanes) {
  if (lanes == 1 || value->getType()->isVectorTy()) return value;
  return b_.CreateVectorSplat(static_cast<unsigned>(lanes), value);
}

// Whether the end of the operations can be reached.
bool ProgramCode::ops(const LoopBlock& all) {
  for (const LoopOp& op : all) {
    if (op.kind == LoopOpKind::leave) {
      leave();
      return false;
    }
    this->op(op);
  }
  for (const LoopOp& op : all) {
    if (op.kind == LoopOpKind::allocate && is_on_stack(op)) lifetime(op, false);
  }
  return true;
}

void ProgramCode::op(const LoopOp& op) {
  switch (op.kind) {
    case LoopOpKind::variable: variables_[op.out] = at(op.in[0]); return;
    case LoopOpKind::set: variables_[op.in[0]] = at(op.in[1]); return;
    case LoopOpKind::allocate: return allocate(op);
    case LoopOpKind::store: return store(op);
    case LoopOpKind::prefetch: return rille::prefetch(b_, element(op));
    case LoopOpKind::view: return view(op);
    case LoopOpKind::choose: return choose(op);
    case LoopOpKind::copy: return copy(op);
    case LoopOpKind::tile_zero:
    case LoopOpKind::tile_load:
    case LoopOpKind::tile_store:
    case LoopOpKind::tile_dot: return tile(op);
    case LoopOpKind::loop: return loop(op);
    case LoopOpKind::branch: return branch(op);
    case LoopOpKind::exit: return exit(op);
    case LoopOpKind::run: return run(op);
    case LoopOpKind::check: return check(op);
    case LoopOpKind::leave: return;
    default:
      values_[static_cast<size_t>(op.out)] = value(op);
      levels_[static_cast<size_t>(op.out)] = level_of(op);
  }
}

llvm::Value* ProgramCode::value(const LoopOp& op) {
  int lanes = program_.lanes(op.out);
  switch (op.kind) {
    case LoopOpKind::constant: return constant(op);
    case LoopOpKind::argument:
      if (op.number >= 2) return sizes_[static_cast<size_t>(op.number - 2)];
      return code_->getArg(op.number == 0 ? 2 : 3);
    case LoopOpKind::index: return index(op.indices[0], lanes);
    case LoopOpKind::compute: return compute(op);
    case LoopOpKind::dot: return dot(op);
    case LoopOpKind::shuffle: return shuffle(op);
    case LoopOpKind::extract: return b_.CreateExtractElement(at(op.in[0]), at(op.in[1]));
    case LoopOpKind::reduce: return reduce(op);
    case LoopOpKind::first_lanes: return first_lanes(at(op.in[0]), lanes);
    case LoopOpKind::trailing_ones:
      return b_.CreateBinaryIntrinsic(llvm::Intrinsic::cttz, b_.CreateNot(at(op.in[0])),
                                      b_.getFalse());
    case LoopOpKind::get: return variables_.at(op.in[0]);
    case LoopOpKind::load: return load(op);
    case LoopOpKind::fetch_add:
      return b_.CreateAtomicRMW(llvm::AtomicRMWInst::Add, element(op), at(op.in[0]),
                                llvm::MaybeAlign(8), llvm::AtomicOrdering::AcquireRelease);
    case LoopOpKind::distinct:
      return b_.CreateICmpNE(buffers_[static_cast<size_t>(op.buffer)],
                             buffers_[static_cast<size_t>(op.number)]);
    case LoopOpKind::call:
      if (op.number == static_cast<int64_t>(LoopCall::is_stopping)) {
        return ask(b_, "rille_stopping", {});
      }
      return ask(b_, "rille_failed", {code_->getArg(4)});
    default: RILLE_CHECK(false, text(op.kind), " has no value");
  }
}

// Variables from outside of these blocks that an operation inside of them sets.
std::set<Register> ProgramCode::set_in(const LoopOp& op) const {
  std::set<Register> out;
  for (const LoopBlock& inner : op.blocks) {
    each_op(inner, [&](const LoopOp& it) {
      bool is_outer = it.kind == LoopOpKind::set && variables_.contains(it.in[0]);
      if (is_outer) out.insert(it.in[0]);
    });
  }
  return out;
}

// if (from < to) do ... while (counter + step < to). Variables are values that go round.
void ProgramCode::loop(const LoopOp& op) {
  Value *from = at(op.in[0]), *to = at(op.in[1]);
  auto *first = llvm::dyn_cast<llvm::ConstantInt>(from),
       *end = llvm::dyn_cast<llvm::ConstantInt>(to);
  bool is_known = first != nullptr && end != nullptr;
  int64_t length = is_known ? end->getSExtValue() - first->getSExtValue() : 0;
  if (is_known && length <= 0) return;
  bool has_exit = std::ranges::any_of(op.blocks[0],
                                      [](const LoopOp& it) { return it.kind == LoopOpKind::exit; });
  if (is_known && length <= op.number && !has_exit) {  // one iteration
    values_[static_cast<size_t>(op.out)] = from;
    ops(op.blocks[0]);
    return;
  }
  std::map<Register, Value*> start;
  for (Register variable : set_in(op)) start[variable] = variables_[variable];
  llvm::BasicBlock *before = b_.GetInsertBlock(), *body = block("loop"), *done = block("done");
  bool may_be_empty = !is_known && !is_nonempty(op);
  may_be_empty ? b_.CreateCondBr(b_.CreateICmpSLT(from, to), body, done) : b_.CreateBr(body);
  b_.SetInsertPoint(body);
  auto phi = [&](Value* first) {
    llvm::PHINode* out = b_.CreatePHI(first->getType(), 2);
    out->addIncoming(first, before);
    return out;
  };
  llvm::PHINode* counter = phi(from);
  values_[static_cast<size_t>(op.out)] = counter;
  levels_[static_cast<size_t>(op.out)] = ++level_;
  OpenLoop outer = std::exchange(open_, {op.out, from, before, body, done});
  std::map<Register, llvm::PHINode*> carried;
  for (auto [variable, first] : start) variables_[variable] = carried[variable] = phi(first);
  ops(op.blocks[0]);
  Value* next = b_.CreateAdd(counter, i64(op.number), "", true, true);
  increase_multiples(op.number);
  llvm::BasicBlock* last = b_.GetInsertBlock();
  counter->addIncoming(next, last);
  for (auto [variable, value] : carried) value->addIncoming(variables_[variable], last);
  b_.CreateCondBr(b_.CreateICmpSLT(next, to), body, done);
  b_.SetInsertPoint(done);
  --level_;
  std::vector<Exit> exits = std::exchange(open_, std::move(outer)).exits;
  if (!may_be_empty && exits.empty()) return;
  for (auto [variable, first] : start) {
    llvm::PHINode* out = b_.CreatePHI(first->getType(), 2);
    if (may_be_empty) out->addIncoming(first, before);
    for (const Exit& exit : exits) out->addIncoming(exit.variables.at(variable), exit.from);
    out->addIncoming(variables_[variable], last);
    variables_[variable] = out;
  }
}

void ProgramCode::exit(const LoopOp& op) {
  open_.exits.push_back({b_.GetInsertBlock(), variables_});
  llvm::BasicBlock* on = block("on");
  b_.CreateCondBr(at(op.in[0]), open_.done, on);
  b_.SetInsertPoint(on);
}

// A call with the addresses of the function's buffers.
void ProgramCode::run(const LoopOp& op) {
  llvm::BasicBlock& start = code_->getEntryBlock();
  llvm::IRBuilder<> entry(&start, start.begin());
  Value* given = entry.CreateAlloca(llvm::ArrayType::get(b_.getPtrTy(), op.lanes.size()));
  for (size_t i = 0; i < op.lanes.size(); ++i) {
    Value* buffer = buffers_[static_cast<size_t>(op.lanes[i])];
    b_.CreateStore(buffer, b_.CreateConstInBoundsGEP1_64(b_.getPtrTy(), given, i));
  }
  auto number = static_cast<size_t>(op.number);
  llvm::Function*& function = functions_[number];
  if (function == nullptr) {
    std::string name = str("part ", number);
    write_program(module_, program_.functions[number], target_, name);
    function = module_.getFunction(name);
    function->setLinkage(llvm::Function::InternalLinkage);
    function->addFnAttr(whole_part);
    function->addFnAttr(llvm::Attribute::NoInline);
  }
  Value* none = llvm::ConstantPointerNull::get(b_.getPtrTy());
  llvm::CallInst* call =
      b_.CreateCall(function, {given, none, at(op.in[0]), at(op.in[1]), code_->getArg(4)});
  if (op.flag) inlined_.push_back(call);
}

void ProgramCode::branch(const LoopOp& op) {
  std::set<Register> changed = set_in(op);
  std::map<Register, Value*> before = variables_;
  llvm::BasicBlock *then = block("then"), *on = block("on");
  bool has_other = !op.blocks[1].empty();
  llvm::BasicBlock *other = has_other ? block("else") : on, *here = b_.GetInsertBlock();
  b_.CreateCondBr(at(op.in[0]), then, other);
  std::vector<std::pair<llvm::BasicBlock*, std::map<Register, Value*>>> ends;
  if (!has_other) ends.emplace_back(here, before);
  auto side = [&](llvm::BasicBlock* begin, const LoopBlock& ops) {
    b_.SetInsertPoint(begin);
    variables_ = before;
    if (!this->ops(ops)) return;
    ends.emplace_back(b_.GetInsertBlock(), variables_);
    b_.CreateBr(on);
  };
  side(then, op.blocks[0]);
  if (has_other) side(other, op.blocks[1]);
  b_.SetInsertPoint(on);
  variables_ = before;
  for (Register variable : changed) {
    llvm::PHINode* out = b_.CreatePHI(before.at(variable)->getType(), 2);
    for (auto& [from, values] : ends) out->addIncoming(values.at(variable), from);
    variables_[variable] = out;
  }
}

// if (any lane fails) rille_fail(cell, check, element, payload…), out of line.
void ProgramCode::check(const LoopOp& op) {
  Value *failed = at(op.in[0]), *lane = i64(0);
  if (op.mask >= 0) failed = b_.CreateAnd(failed, at(op.mask));
  int lanes = program_.lanes(op.in[0]);
  Value* any = failed;
  if (lanes > 1) {
    any = b_.CreateOrReduce(failed);
    Value* bits = b_.CreateBitCast(failed, b_.getIntNTy(static_cast<unsigned>(lanes)));
    bits = b_.CreateZExt(bits, b_.getInt64Ty());
    lane = b_.CreateBinaryIntrinsic(llvm::Intrinsic::cttz, bits, b_.getFalse());
  }
  llvm::BasicBlock *fail = block("fail"), *on = block("on");
  b_.CreateCondBr(any, fail, on);
  b_.SetInsertPoint(fail);
  Value* element = b_.CreateAdd(index(op.indices[0], 1), lane);
  llvm::Type* word = b_.getInt64Ty();
  auto count = std::max<uint64_t>(op.in.size() - 1, 1);
  llvm::BasicBlock& start = code_->getEntryBlock();
  llvm::IRBuilder<> entry(&start, start.begin());
  Value* payload = entry.CreateAlloca(word, entry.getInt64(count));
  for (size_t i = 1; i < op.in.size(); ++i) {
    Value* it = at(op.in[i]);
    if (it->getType()->isVectorTy()) it = b_.CreateExtractElement(it, lane);
    Dtype dtype = program_.dtype(op.in[i]);
    it = is_float(dtype) ? b_.CreateBitCast(convert(b_, it, dtype, Dtype::f64), word)
                         : convert(b_, it, dtype, Dtype::i64);
    b_.CreateStore(it, b_.CreateConstGEP1_64(word, payload, i - 1));
  }
  auto* type =
      llvm::FunctionType::get(b_.getVoidTy(), {b_.getPtrTy(), word, word, b_.getPtrTy()}, false);
  b_.CreateCall(module_.getOrInsertFunction("rille_fail", type),
                {code_->getArg(4), i64(op.number), element, payload});
  b_.CreateBr(on);
  b_.SetInsertPoint(on);
}

// What went past the caches is seen before anything that follows. The state of tile registers,
// which is large, ends here.
void ProgramCode::leave() {
  if (streams_ && llvm::Triple(module_.getTargetTriple()).isX86()) {
    b_.CreateIntrinsic(llvm::Intrinsic::x86_sse_sfence, {}, {});
  } else if (streams_) {
    b_.CreateFence(llvm::AtomicOrdering::SequentiallyConsistent);
  }
  if (has_tiles_) b_.CreateIntrinsic(llvm::Intrinsic::x86_tilerelease, {}, {});
  b_.CreateRetVoid();
}

void write_program(llvm::Module& module, const LoopProgram& program, const Target& target,
                   const std::string& name) {
  ProgramCode(module, program, target, name).write();
}

}  // namespace rille
