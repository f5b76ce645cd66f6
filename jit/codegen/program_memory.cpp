// Accesses of a loop program to memory, in LLVM.
#include <algorithm>

#include "jit/codegen/program_code.h"

namespace rille {

// Of the first lane, or of each lane where an index has lanes: row-major over the extents.
llvm::Value* ProgramCode::flat_index(const LoopOp& op, int lanes) {
  Value* out = index(op.indices[0], lanes);
  for (size_t axis = 1; axis < op.indices.size(); ++axis) {
    out = b_.CreateMul(out, splat(size(buffer(op).extents[axis]), lanes));
    out = b_.CreateAdd(out, index(op.indices[axis], lanes));
  }
  return out;
}

llvm::Value* ProgramCode::place(const LoopOp& op, Value* index) {
  return b_.CreateGEP(memory(buffer(op).dtype), buffers_[static_cast<size_t>(op.buffer)], index);
}

int ProgramCode::level_of(const LoopOp& op) const {
  if (op.kind == LoopOpKind::constant || op.kind == LoopOpKind::argument) return 0;
  if (op.kind != LoopOpKind::compute && op.kind != LoopOpKind::index) return level_;
  int out = 0;
  each_read_register(op, [&](Register r) { out = std::max(out, levels_[static_cast<size_t>(r)]); });
  return out;
}

// The counter of the innermost loop times a number that no address of x86 can contain is a counter
// of its own.
llvm::Value* ProgramCode::multiple(Register value, int64_t scale, int64_t bytes) {
  int64_t distance = scale * bytes;
  bool is_scale = distance == 1 || distance == 2 || distance == 4 || distance == 8;
  if (value != open_.counter || is_scale) return b_.CreateMul(at(value), i64(scale));
  llvm::PHINode*& out = open_.multiples[scale];
  if (out != nullptr) return out;
  llvm::IRBuilder<> before(open_.before->getTerminator());
  llvm::IRBuilder<> body(open_.body, open_.body->begin());
  out = body.CreatePHI(b_.getInt64Ty(), 2);
  out->addIncoming(before.CreateMul(open_.from, i64(scale)), open_.before);
  return out;
}

void ProgramCode::increase_multiples(int64_t step) {
  for (auto [scale, value] : open_.multiples) {
    Value* next = b_.CreateAdd(value, i64(step * scale));
    value->addIncoming(next, b_.GetInsertBlock());
  }
}

// The address of the first lane. Terms of outer loops come first, so that inner loops have only
// their own to add, and the constant comes last: accesses that differ by it alone share an address,
// from which each is a distance that its instruction contains.
llvm::Value* ProgramCode::element(const LoopOp& op) {
  struct Term {
    Value* offset;
    int level;
  };
  llvm::SmallVector<Term, 8> terms;
  int64_t constant = 0, known = 1;  // known: elements of one step along the axis
  Value* step = nullptr;            // the same where it is an argument
  auto size_of_element = static_cast<int64_t>(bytes(buffer(op).dtype));
  auto scaled = [&](Value* value, Size by) {
    if (!by.is(1)) value = b_.CreateMul(value, size(by));
    if (step != nullptr) return b_.CreateMul(value, step);
    return known == 1 ? value : b_.CreateMul(value, i64(known));
  };
  for (size_t axis = op.indices.size(); axis-- > 0;) {
    const LinearIndex& index = op.indices[axis];
    for (const LinearIndex::Term& term : index.terms) {
      bool is_known = step == nullptr && term.scale.known();
      Value* offset = is_known ? multiple(term.value, term.scale.number * known, size_of_element)
                               : scaled(at(term.value), term.scale);
      terms.push_back({offset, levels_[static_cast<size_t>(term.value)]});
    }
    if (step == nullptr) {
      constant += known * index.constant;
    } else if (index.constant != 0) {
      terms.push_back({scaled(i64(index.constant), 1), 0});
    }
    Size extent = axis == 0 ? Size(1) : buffer(op).extents[axis];
    if (step == nullptr && extent.known()) {
      known *= extent.number;
    } else {
      step = step == nullptr ? b_.CreateMul(size(extent), i64(known))
                             : b_.CreateMul(step, size(extent));
    }
  }
  std::ranges::stable_sort(terms, {}, &Term::level);
  Value* out = buffers_[static_cast<size_t>(op.buffer)];
  llvm::Type* type = memory(buffer(op).dtype);
  Value* offset = nullptr;  // terms of one level have one sum
  for (size_t i = 0; i < terms.size(); ++i) {
    offset = offset == nullptr ? terms[i].offset : b_.CreateAdd(offset, terms[i].offset);
    if (i + 1 < terms.size() && terms[i + 1].level == terms[i].level) continue;
    out = b_.CreateGEP(type, out, offset);
    offset = nullptr;
  }
  return constant == 0 ? out : b_.CreateGEP(type, out, i64(constant));
}

// Whether the lanes are neighbors; else each has a place of its own.
bool ProgramCode::is_run(const LoopOp& op) const {
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

// The elements by which the lanes, or the rows of a tile, are apart along an axis.
llvm::Value* ProgramCode::lane_stride(const LoopOp& op, size_t axis) {
  Value* out = size(op.lane_strides[axis]);
  for (size_t inner = axis + 1; inner < op.lane_strides.size(); ++inner) {
    out = b_.CreateMul(out, size(buffer(op).extents[inner]));
  }
  return out;
}

llvm::Value* ProgramCode::places(const LoopOp& op, int lanes) {
  Value* out = flat_index(op, lanes);
  for (size_t axis = 0; axis < op.lane_strides.size(); ++axis) {
    if (op.lane_strides[axis].is(0)) continue;
    Value* stride = splat(lane_stride(op, axis), lanes);
    out = b_.CreateAdd(out, b_.CreateMul(lane_numbers(0, lanes), stride));
  }
  return place(op, out);
}

llvm::Value* ProgramCode::load(const LoopOp& op) {
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
llvm::Value* ProgramCode::load_one(const LoopOp& op, llvm::Type* type) {
  Value *live = op.mask < 0 ? nullptr : at(op.mask), *from = nullptr;
  if (live == nullptr) {
    from = element(op);
  } else {
    from = place(op, b_.CreateSelect(live, flat_index(op, 1), i64(0)));
  }
  llvm::LoadInst* load = b_.CreateLoad(type, from);
  if (buffer(op).role == LoopBuffer::Role::constant) {
    auto* always = llvm::MDNode::get(module_.getContext(), {});
    load->setMetadata(llvm::LLVMContext::MD_invariant_load, always);
  }
  if (live == nullptr) return load;
  return b_.CreateSelect(live, load, llvm::Constant::getNullValue(type));
}

void ProgramCode::store(const LoopOp& op) {
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
void ProgramCode::stream(Value* bits, Value* to, Value* may, llvm::Align align) {
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

void ProgramCode::allocate(const LoopOp& op) {
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

void ProgramCode::view(const LoopOp& op) {
  Value* from = buffers_[static_cast<size_t>(op.number)];
  Value* out = b_.CreateGEP(b_.getInt8Ty(), from, index(op.indices[0], 1));
  buffers_[static_cast<size_t>(op.buffer)] = out;
}

void ProgramCode::choose(const LoopOp& op) {
  Value *one = buffers_[static_cast<size_t>(op.number)],
        *other = buffers_[static_cast<size_t>(op.most)];
  buffers_[static_cast<size_t>(op.buffer)] = b_.CreateSelect(at(op.in[0]), one, other);
}

void ProgramCode::copy(const LoopOp& op) {
  Value *to = buffers_[static_cast<size_t>(op.buffer)],
        *from = buffers_[static_cast<size_t>(op.number)];
  auto any = llvm::MaybeAlign(1);
  b_.CreateMemCpy(to, any, from, any, static_cast<uint64_t>(op.most));
}

// Buffers whose blocks follow each other share the stack.
void ProgramCode::lifetime(const LoopOp& op, bool begins) {
  auto* memory = llvm::cast<llvm::AllocaInst>(buffers_[static_cast<size_t>(op.buffer)]);
  uint64_t size = memory->getAllocationSize(module_.getDataLayout())->getFixedValue();
  begins ? b_.CreateLifetimeStart(memory, b_.getInt64(size))
         : b_.CreateLifetimeEnd(memory, b_.getInt64(size));
}

}  // namespace rille
