// Operations of a loop program in LLVM.
#include "jit/codegen/program.h"

#include <llvm/IR/IntrinsicsX86.h>
#include <llvm/TargetParser/Triple.h>

#include <algorithm>
#include <map>
#include <set>

#include "jit/codegen/divide.h"
#include "jit/codegen/emit.h"
#include "vm/error.h"
#include "vm/text.h"

namespace rille {
namespace {

using llvm::Value;

class ProgramCode {
 public:
  ProgramCode(llvm::Module& module, const LoopProgram& program, const Target& target,
              const std::string& name)
      : b_(module.getContext()),
        module_(module),
        program_(program),
        code_(declare_kernel(module, target, name)),
        values_(program.registers.size()),
        buffers_(program.buffers.size()) {}

  void write() {
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
    });
    ops(program_.body);
    leave();
  }

 private:
  // The buffers of a role stand in one piece of memory, if there are any.
  template <class F>
  void divide_up(LoopBuffer::Role role, const F& memory) {
    std::vector<int64_t> from = offsets(program_, role);
    if (from.back() == 0) return;
    Value* all = memory();
    for (size_t i = 0; i < program_.buffers.size(); ++i) {
      if (program_.buffers[i].role != role) continue;
      buffers_[i] = b_.CreateConstGEP1_64(b_.getInt8Ty(), all, static_cast<uint64_t>(from[i]));
    }
  }

  llvm::BasicBlock* block(const char* name) {
    return llvm::BasicBlock::Create(module_.getContext(), name, code_);
  }
  Value* i64(int64_t value) { return b_.getInt64(static_cast<uint64_t>(value)); }
  Value* size(Size size) {
    return size.known() ? i64(size.number) : sizes_[static_cast<size_t>(size.arg)];
  }
  Value* at(Register r) const { return values_[static_cast<size_t>(r)]; }
  Value* splat(Value* value, int lanes) {
    if (lanes == 1 || value->getType()->isVectorTy()) return value;
    return b_.CreateVectorSplat(static_cast<unsigned>(lanes), value);
  }
  llvm::Type* memory(Dtype dtype) { return memory_type(module_.getContext(), dtype); }

  // Whether the end of the operations can be reached.
  bool ops(const LoopBlock& all) {
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

  void op(const LoopOp& op) {
    switch (op.kind) {
      case LoopOpKind::variable: variables_[op.out] = at(op.in[0]); return;
      case LoopOpKind::set: variables_[op.in[0]] = at(op.in[1]); return;
      case LoopOpKind::allocate: return allocate(op);
      case LoopOpKind::store: return store(op);
      case LoopOpKind::prefetch: return bring_near(b_, element(op));
      case LoopOpKind::loop: return loop(op);
      case LoopOpKind::branch: return branch(op);
      case LoopOpKind::check: return check(op);
      case LoopOpKind::leave: return;
      default: values_[static_cast<size_t>(op.out)] = value(op);
    }
  }

  Value* value(const LoopOp& op) {
    int lanes = program_.lanes(op.out);
    switch (op.kind) {
      case LoopOpKind::constant: return constant(op);
      case LoopOpKind::argument:
        if (op.number >= 2) return sizes_[static_cast<size_t>(op.number - 2)];
        return code_->getArg(op.number == 0 ? 2 : 3);
      case LoopOpKind::index: return index(op.indices[0], lanes);
      case LoopOpKind::compute: return compute(op);
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
      case LoopOpKind::call: return ask(b_, "rille_stopping", {});
      default: RILLE_CHECK(false, text(op.kind), " has no value");
    }
  }

  llvm::Constant* lane_numbers(int64_t first, int lanes) {
    llvm::SmallVector<llvm::Constant*, 64> all;
    for (int i = 0; i < lanes; ++i) all.push_back(b_.getInt64(static_cast<uint64_t>(first + i)));
    return lanes == 1 ? all[0] : llvm::ConstantVector::get(all);
  }

  Value* constant(const LoopOp& op) {
    int lanes = program_.lanes(op.out);
    if (op.flag) return lane_numbers(std::get<int64_t>(op.value), lanes);
    return splat(constant_of(module_.getContext(), op.value, program_.dtype(op.out)), lanes);
  }

  Value* index(const LinearIndex& index, int lanes) {
    Value* out = splat(i64(index.constant), lanes);
    for (const LinearIndex::Term& term : index.terms) {
      Value* value = at(term.value);
      int own = program_.lanes(term.value);
      out = b_.CreateAdd(out, splat(b_.CreateMul(value, splat(size(term.scale), own)), lanes));
    }
    return out;
  }

  Value* compute(const LoopOp& op) {
    Dtype dtype = program_.dtype(op.out);
    int lanes = program_.lanes(op.out);
    if (op.flag) return rounded(b_, divided_by(b_, at(op.in[0]), at(op.in[1])), dtype);
    llvm::SmallVector<Value*, 4> in;
    for (Register r : op.in) in.push_back(splat(at(r), lanes));
    // One of two values of the dtype has its rounding already.
    bool picks = op.name == Scalar::max || op.name == Scalar::min;
    if (picks) return combine(b_, op.name, dtype, in[0], in[1]);
    Dtype from = program_.dtype(op.in[op.name == Scalar::select ? 1 : 0]);
    return operate(b_, {.name = op.name, .dtype = dtype}, from, in);
  }

  // LLVM shuffles two vectors of one length.
  Value* shuffle(const LoopOp& op) {
    Value* first = at(op.in[0]);
    if (!first->getType()->isVectorTy()) {
      return splat(first, program_.lanes(op.out));
    }
    if (op.lanes.size() == 1) {
      return b_.CreateExtractElement(first, static_cast<uint64_t>(op.lanes[0]));
    }
    llvm::SmallVector<int, 128> lanes(op.lanes.begin(), op.lanes.end());
    if (op.in.size() == 1) return b_.CreateShuffleVector(first, lanes);
    return b_.CreateShuffleVector(first, at(op.in[1]), lanes);
  }

  Value* reduce(const LoopOp& op) {
    Value* all = at(op.in[0]);
    Dtype dtype = program_.dtype(op.out);
    if (dtype == Dtype::boolean && op.name == Scalar::bit_or) return b_.CreateOrReduce(all);
    for (int half = program_.lanes(op.in[0]) / 2; half >= 1; half /= 2) {
      llvm::SmallVector<int, 64> low, high;
      for (int i = 0; i < half; ++i) low.push_back(i), high.push_back(half + i);
      all = combine(b_, op.name, dtype, b_.CreateShuffleVector(all, low),
                    b_.CreateShuffleVector(all, high));
    }
    return b_.CreateExtractElement(all, uint64_t{0});
  }

  // In 32 bits, as wide as a float: a mask for each register of them.
  Value* first_lanes(Value* count, int lanes) {
    Value* most = b_.CreateBinaryIntrinsic(llvm::Intrinsic::smin, count, i64(lanes));
    llvm::SmallVector<llvm::Constant*, 64> numbers;
    for (int i = 0; i < lanes; ++i) numbers.push_back(b_.getInt32(static_cast<uint32_t>(i)));
    Value* left = splat(b_.CreateTrunc(most, b_.getInt32Ty()), lanes);
    return b_.CreateICmpSLT(llvm::ConstantVector::get(numbers), left);
  }

  const LoopBuffer& buffer(const LoopOp& op) const {
    return program_.buffers[static_cast<size_t>(op.buffer)];
  }

  // Of the first lane, or of each lane where an index has lanes: row-major over the extents.
  Value* flat_index(const LoopOp& op, int lanes) {
    Value* out = index(op.indices[0], lanes);
    for (size_t axis = 1; axis < op.indices.size(); ++axis) {
      out = b_.CreateMul(out, splat(size(buffer(op).extents[axis]), lanes));
      out = b_.CreateAdd(out, index(op.indices[axis], lanes));
    }
    return out;
  }

  Value* place(const LoopOp& op, Value* index) {
    return b_.CreateGEP(memory(buffer(op).dtype), buffers_[static_cast<size_t>(op.buffer)], index);
  }
  Value* element(const LoopOp& op) { return place(op, flat_index(op, 1)); }

  // Whether the lanes are neighbors; else each has a place of its own.
  bool is_run(const LoopOp& op) const {
    for (const LinearIndex& index : op.indices) {
      for (const LinearIndex::Term& term : index.terms) {
        if (program_.lanes(term.value) > 1) return false;
      }
    }
    if (op.lane_strides.empty()) return false;
    auto is_still = [](Size stride) { return stride.is(0); };
    return std::all_of(op.lane_strides.begin(), op.lane_strides.end() - 1, is_still) &&
           op.lane_strides.back().is(1);
  }

  Value* places(const LoopOp& op, int lanes) {
    Value* out = flat_index(op, lanes);
    for (size_t axis = 0; axis < op.lane_strides.size(); ++axis) {
      if (op.lane_strides[axis].is(0)) continue;
      Value* stride = size(op.lane_strides[axis]);
      for (size_t inner = axis + 1; inner < op.lane_strides.size(); ++inner) {
        stride = b_.CreateMul(stride, size(buffer(op).extents[inner]));
      }
      out = b_.CreateAdd(out, b_.CreateMul(lane_numbers(0, lanes), splat(stride, lanes)));
    }
    return place(op, out);
  }

  Value* load(const LoopOp& op) {
    Dtype dtype = buffer(op).dtype;
    int lanes = program_.lanes(op.out);
    llvm::Type* type = wide(memory(dtype), lanes);
    auto align = llvm::Align(bytes(dtype));
    Value* zero = llvm::Constant::getNullValue(type);
    if (lanes == 1) return loaded(b_, load_one(op, type), dtype);
    Value* live = op.mask < 0 ? nullptr : at(op.mask);
    if (!is_run(op)) {
      if (live == nullptr) live = splat(b_.getTrue(), lanes);
      return loaded(b_, b_.CreateMaskedGather(type, places(op, lanes), align, live, zero), dtype);
    }
    Value* from = element(op);
    Value* bits = live == nullptr ? static_cast<Value*>(b_.CreateAlignedLoad(type, from, align))
                                  : b_.CreateMaskedLoad(type, from, align, live, zero);
    return loaded(b_, bits, dtype);
  }

  // Where the mask does not hold, the index may lie anywhere: element 0 is read and dropped.
  Value* load_one(const LoopOp& op, llvm::Type* type) {
    Value *live = op.mask < 0 ? nullptr : at(op.mask), *from = flat_index(op, 1);
    if (live != nullptr) from = b_.CreateSelect(live, from, i64(0));
    llvm::LoadInst* load = b_.CreateLoad(type, place(op, from));
    if (buffer(op).role == LoopBuffer::Role::constant) {
      auto* always = llvm::MDNode::get(module_.getContext(), {});
      load->setMetadata(llvm::LLVMContext::MD_invariant_load, always);
    }
    if (live == nullptr) return load;
    return b_.CreateSelect(live, load, llvm::Constant::getNullValue(type));
  }

  void store(const LoopOp& op) {
    Dtype dtype = buffer(op).dtype;
    int lanes = program_.lanes(op.in[0]);
    Value* bits = stored(b_, at(op.in[0]), dtype);
    auto align = llvm::Align(bytes(dtype));
    Value* live = op.mask < 0 ? nullptr : at(op.mask);
    if (lanes == 1) {
      b_.CreateAlignedStore(bits, element(op), align);
    } else if (!is_run(op)) {
      if (live == nullptr) live = splat(b_.getTrue(), lanes);
      b_.CreateMaskedScatter(bits, places(op, lanes), align, live);
    } else if (op.flag) {
      stream(bits, element(op), at(op.in[1]), align);
    } else if (live == nullptr) {
      b_.CreateAlignedStore(bits, element(op), align);
    } else {
      b_.CreateMaskedStore(bits, element(op), align, live);
    }
  }

  // A non-temporal store needs the address of a whole register or cache line.
  void stream(Value* bits, Value* to, Value* may, llvm::Align align) {
    uint64_t size = module_.getDataLayout().getTypeStoreSize(bits->getType());
    size = std::min<uint64_t>(size, 64);
    Value* within = b_.CreateAnd(b_.CreatePtrToInt(to, b_.getInt64Ty()), b_.getInt64(size - 1));
    llvm::BasicBlock *past = block("past"), *into = block("into"), *on = block("on");
    may = b_.CreateAnd(may, b_.CreateICmpEQ(within, b_.getInt64(0)));
    b_.CreateCondBr(may, past, into);
    b_.SetInsertPoint(past);
    auto* one = llvm::ConstantAsMetadata::get(b_.getInt32(1));
    b_.CreateAlignedStore(bits, to, llvm::Align(size))
        ->setMetadata(llvm::LLVMContext::MD_nontemporal,
                      llvm::MDNode::get(module_.getContext(), one));
    b_.CreateBr(on);
    b_.SetInsertPoint(into);
    b_.CreateAlignedStore(bits, to, align);
    b_.CreateBr(on);
    b_.SetInsertPoint(on);
  }

  bool is_on_stack(const LoopOp& op) const { return buffer(op).role == LoopBuffer::Role::local; }

  void allocate(const LoopOp& op) {
    if (!is_on_stack(op)) return;
    const LoopBuffer& buffer = this->buffer(op);
    uint64_t count = 1;
    for (Size extent : buffer.extents) count *= static_cast<uint64_t>(extent.number);
    llvm::BasicBlock& entry = code_->getEntryBlock();
    llvm::IRBuilder<> first(&entry, entry.begin());
    auto* memory = first.CreateAlloca(llvm::ArrayType::get(this->memory(buffer.dtype), count));
    memory->setAlignment(llvm::Align(64));
    buffers_[static_cast<size_t>(op.buffer)] = memory;
    lifetime(op, true);
  }

  // Buffers whose blocks follow each other share the stack.
  void lifetime(const LoopOp& op, bool begins) {
    auto* memory = llvm::cast<llvm::AllocaInst>(buffers_[static_cast<size_t>(op.buffer)]);
    uint64_t size = memory->getAllocationSize(module_.getDataLayout())->getFixedValue();
    begins ? b_.CreateLifetimeStart(memory, b_.getInt64(size))
           : b_.CreateLifetimeEnd(memory, b_.getInt64(size));
  }

  // Variables from outside of these blocks that an operation inside of them sets.
  std::set<Register> set_in(const LoopOp& op) const {
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
  void loop(const LoopOp& op) {
    Value *from = at(op.in[0]), *to = at(op.in[1]);
    std::map<Register, Value*> start;
    for (Register variable : set_in(op)) start[variable] = variables_[variable];
    llvm::BasicBlock *before = b_.GetInsertBlock(), *body = block("loop"), *done = block("done");
    b_.CreateCondBr(b_.CreateICmpSLT(from, to), body, done);
    b_.SetInsertPoint(body);
    auto phi = [&](Value* first) {
      llvm::PHINode* out = b_.CreatePHI(first->getType(), 2);
      out->addIncoming(first, before);
      return out;
    };
    llvm::PHINode* counter = phi(from);
    values_[static_cast<size_t>(op.out)] = counter;
    std::map<Register, llvm::PHINode*> carried;
    for (auto [variable, first] : start) variables_[variable] = carried[variable] = phi(first);
    ops(op.blocks[0]);
    Value* next = b_.CreateAdd(counter, i64(op.number), "", true, true);
    llvm::BasicBlock* last = b_.GetInsertBlock();
    counter->addIncoming(next, last);
    for (auto [variable, value] : carried) value->addIncoming(variables_[variable], last);
    b_.CreateCondBr(b_.CreateICmpSLT(next, to), body, done);
    b_.SetInsertPoint(done);
    for (auto [variable, first] : start) {
      llvm::PHINode* out = phi(first);
      out->addIncoming(variables_[variable], last);
      variables_[variable] = out;
    }
  }

  void branch(const LoopOp& op) {
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
  void check(const LoopOp& op) {
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

  // What went past the caches is seen before anything that follows.
  void leave() {
    if (streams_ && llvm::Triple(module_.getTargetTriple()).isX86()) {
      b_.CreateIntrinsic(llvm::Intrinsic::x86_sse_sfence, {}, {});
    } else if (streams_) {
      b_.CreateFence(llvm::AtomicOrdering::SequentiallyConsistent);
    }
    b_.CreateRetVoid();
  }

  llvm::IRBuilder<> b_;
  llvm::Module& module_;
  const LoopProgram& program_;
  llvm::Function* code_;
  std::vector<Value*> values_, buffers_, sizes_;
  std::map<Register, Value*> variables_;
  bool streams_ = false;
};

}  // namespace

void write_program(llvm::Module& module, const LoopProgram& program, const Target& target,
                   const std::string& name) {
  ProgramCode(module, program, target, name).write();
}

}  // namespace rille
