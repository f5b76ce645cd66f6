// Loads, stores and checks.
#include <algorithm>

#include "jit/codegen/squares.h"
#include "vm/error.h"

namespace rille {

int Emit::vector_stride(const Access& access) const {
  if (schedule.vector < 0) return 0;
  Size stride = access.strides[static_cast<size_t>(schedule.vector)];
  return stride.is(0) ? 0 : stride.is(1) ? 1 : 2;
}

// In a block of rows each has its own part of a local; null: there is one for all turns.
llvm::Value* Emit::block_offset(int buffer) {
  size_t arguments = function.nest.arguments();
  auto at = static_cast<size_t>(buffer);
  if (function.block_from == nullptr || at < arguments) return nullptr;
  llvm::Value* row = counters_[static_cast<size_t>(function.nest.shared) - 1];
  return b.CreateMul(b.CreateSub(row, function.block_from),
                     i64(function.nest.locals[at - arguments].elements));
}

// The part of an index that is one number for all lanes, lane 0 standing for the vector loop.
llvm::Value* Emit::base_index(const Access& access, bool varying) {
  llvm::Value* out = i64(access.offset);
  if (llvm::Value* row = block_offset(access.buffer)) out = b.CreateAdd(out, row);
  for (size_t loop = 0; loop < stage.loops.size(); ++loop) {
    if (access.strides[loop].is(0)) continue;
    llvm::Value* turn = b.CreateMul(counters_[loop], size(access.strides[loop]));
    out = b.CreateAdd(out, turn);
  }
  int computed = access.computed;
  if (computed >= 0 && !(varying && varies_[static_cast<size_t>(computed)])) {
    out = b.CreateAdd(out, value(computed));
  }
  return out;
}

// One index for each lane.
llvm::Value* Emit::lane_index(const Access& access, int lanes) {
  llvm::Value* out = splat(base_index(access, true), lanes);
  if (schedule.vector >= 0) {
    Size stride = access.strides[static_cast<size_t>(schedule.vector)];
    if (!stride.is(0)) {
      out = b.CreateAdd(out, b.CreateMul(counter_lanes(), splat(size(stride), lanes)));
    }
  }
  int computed = access.computed;
  if (computed >= 0 && varies_[static_cast<size_t>(computed)]) {
    out = b.CreateAdd(out, value(computed));
  }
  return out;
}

void bring_near(llvm::IRBuilder<>& b, llvm::Value* place) {
  llvm::Value *reads = b.getInt32(0), *second_cache = b.getInt32(2), *data = b.getInt32(1);
  b.CreateIntrinsic(llvm::Intrinsic::prefetch, {place->getType()},
                    {place, reads, second_cache, data});
}

llvm::Value* Emit::element(int buffer, llvm::Value* index) {
  auto at = static_cast<size_t>(buffer);
  return b.CreateGEP(memory_type(module.getContext(), function.nest.buffers[at]),
                     function.buffers[at], index);
}

llvm::Value* Emit::load(const NestStep& step, bool varying) {
  if (varying && width_ > 1) return load_lanes(step);
  llvm::Type* type = memory_type(module.getContext(), step.dtype);
  llvm::Value* index = base_index(step.access, false);
  llvm::Value* guard = step.access.guard < 0 ? nullptr : value(step.access.guard);
  // Under a guard that is false the index may lie anywhere: element 0 is read and dropped.
  if (guard != nullptr) index = b.CreateSelect(guard, index, i64(0));
  llvm::LoadInst* load = b.CreateLoad(type, element(step.access.buffer, index));
  if (function.nest.is_constant(step.access.buffer)) {
    auto* always = llvm::MDNode::get(module.getContext(), {});
    load->setMetadata(llvm::LLVMContext::MD_invariant_load, always);
  }
  llvm::Value* bits = load;
  if (guard != nullptr) bits = b.CreateSelect(guard, bits, llvm::Constant::getNullValue(type));
  return loaded(b, bits, step.dtype);
}

// The same lanes of the next turn of the innermost shared loop.
void Emit::bring_next(const Access& access, Dtype dtype, llvm::Value* place) {
  constexpr int64_t line = 64;  // bytes
  int shared = function.nest.shared;
  if (shared == 0 || function.nest.is_local(access.buffer)) return;
  Size row = access.strides[static_cast<size_t>(shared) - 1];
  if (row.is(0)) return;
  llvm::Type* type = memory_type(module.getContext(), dtype);
  auto each = line / static_cast<int64_t>(bytes(dtype));
  for (int64_t i = 0; i < width_; i += each) {
    bring_near(b, b.CreateGEP(type, place, b.CreateAdd(size(row), i64(i))));
  }
}

bool Emit::is_every_second(const Access& access) const {
  return schedule.vector >= 0 && access.strides[static_cast<size_t>(schedule.vector)].is(2);
}

// From two runs that meet: nothing behind the last element is read.
llvm::Value* Emit::load_every_second(const Access& access, llvm::Type* type, llvm::Align align) {
  llvm::Value* place = element(access.buffer, base_index(access, true));
  auto* one = llvm::cast<llvm::VectorType>(type)->getElementType();
  llvm::Value* rest = b.CreateConstInBoundsGEP1_64(one, place, static_cast<uint64_t>(width_ - 1));
  llvm::Value *first = b.CreateAlignedLoad(type, place, align),
              *second = b.CreateAlignedLoad(type, rest, align);
  llvm::SmallVector<int, 64> lanes;
  for (int at = 0; at < 2 * width_; at += 2) lanes.push_back(at < width_ ? at : at + 1);
  return b.CreateShuffleVector(first, second, lanes);
}

// The place of a load of which no lane may live: that of element 0, then. Where no page is,
// machines take hundreds of cycles to find out that nothing is to be read.
llvm::Value* Emit::within_reach(const Access& access, llvm::Value* place, llvm::Value* live) {
  bool varies = varies_[static_cast<size_t>(access.guard)];
  llvm::Value* some = varies ? b.CreateOrReduce(live) : value(access.guard);
  return b.CreateSelect(some, place, element(access.buffer, i64(0)));
}

llvm::Value* Emit::load_lanes(const NestStep& step) {
  if (llvm::Value* held = squares_ == nullptr ? nullptr : squares_->loaded_by(step)) return held;
  const Access& access = step.access;
  llvm::Type* type = wide(memory_type(module.getContext(), step.dtype), width_);
  llvm::Value* live = mask_;
  if (access.guard >= 0 && guarded_) live = both(mask_, lanes_of(access.guard, width_));
  auto align = llvm::Align(bytes(step.dtype));
  bool by_lane = access.computed >= 0 && varies_[static_cast<size_t>(access.computed)];
  llvm::Value* zero = llvm::Constant::getNullValue(type);
  llvm::Value* bits = nullptr;
  if (vector_stride(access) == 1 && !by_lane) {
    llvm::Value* place = element(access.buffer, base_index(access, true));
    if (schedule.ahead) bring_next(access, step.dtype, place);
    if (access.guard >= 0 && guarded_) place = within_reach(access, place, live);
    bits = live == nullptr ? static_cast<llvm::Value*>(b.CreateAlignedLoad(type, place, align))
                           : b.CreateMaskedLoad(type, place, align, live, zero);
  } else if (is_every_second(access) && !by_lane && live == nullptr) {
    bits = load_every_second(access, type, align);
  } else {
    llvm::Value* places = element(access.buffer, lane_index(access, width_));
    if (live == nullptr) live = splat(b.getTrue(), width_);
    bits = b.CreateMaskedGather(type, places, align, live, zero);
  }
  return loaded(b, bits, step.dtype);
}

void Emit::store(const Access& access, llvm::Value* value, Dtype dtype) {
  bool spread = width_ > 1 && vector_stride(access) != 0;
  llvm::Value* bits = stored(b, spread ? splat(value, width_) : value, dtype);
  auto align = llvm::Align(bytes(dtype));
  if (!spread) {
    b.CreateAlignedStore(bits, element(access.buffer, base_index(access, false)), align);
    return;
  }
  if (squares_ != nullptr && squares_->holds(access, bits)) return;
  if (vector_stride(access) == 1) return store_run(access, bits, mask_, align);
  llvm::Value* live = mask_ == nullptr ? splat(b.getTrue(), width_) : mask_;
  b.CreateMaskedScatter(bits, element(access.buffer, lane_index(access, width_)), align, live);
}

// One element behind the other.
void Emit::store_run(const Access& access, llvm::Value* bits, llvm::Value* live,
                     llvm::Align align) {
  llvm::Value* place = element(access.buffer, base_index(access, true));
  if (streams(access, bits)) {
    stream(access, bits, place, align);
  } else if (live == nullptr) {
    b.CreateAlignedStore(bits, place, align);
  } else {
    b.CreateMaskedStore(bits, place, align, live);
  }
}

// Whether the second store fills what the first one leaves between its elements: complex numbers.
bool Emit::is_woven(const Store& first, const Store& second) const {
  const Access &a = first.access, &b = second.access;
  return width_ > 1 && a.buffer == b.buffer && a.strides == b.strides && is_every_second(a) &&
         b.offset == a.offset + 1;
}

void Emit::store_woven(const Store& first, const Store& second) {
  Dtype dtype = function.nest.buffers[static_cast<size_t>(first.access.buffer)];
  llvm::SmallVector<int, 64> lanes;
  for (int lane = 0; lane < width_; ++lane) lanes.append({lane, lane + width_});
  auto woven = [&](llvm::Value* x, llvm::Value* y) { return b.CreateShuffleVector(x, y, lanes); };
  llvm::Value* bits = woven(stored(b, lanes_of(first.step, width_), dtype),
                            stored(b, lanes_of(second.step, width_), dtype));
  llvm::Value* live = mask_ == nullptr ? nullptr : woven(mask_, mask_);
  store_run(first.access, bits, live, llvm::Align(bytes(dtype)));
}

bool Emit::streams(const Access& access, llvm::Value* bits) const {
  bool is_whole = mask_ == nullptr && store_bytes(bits) >= 16;
  return schedule.streams > 0 && is_whole &&
         function.streams[static_cast<size_t>(access.buffer)] != nullptr;
}

uint64_t Emit::store_bytes(llvm::Value* bits) const {
  return module.getDataLayout().getTypeStoreSize(bits->getType());
}

// Past the caches, where the buffer is one for that and the place begins a register or line.
void Emit::stream(const Access& access, llvm::Value* bits, llvm::Value* place, llvm::Align align) {
  uint64_t size = std::min<uint64_t>(store_bytes(bits), 64);
  llvm::Value* within = b.CreateAnd(b.CreatePtrToInt(place, b.getInt64Ty()), b.getInt64(size - 1));
  llvm::BasicBlock *past = function.block("past"), *into = function.block("into"),
                   *on = function.block("on");
  llvm::Value* may = function.streams[static_cast<size_t>(access.buffer)];
  may = b.CreateAnd(may, b.CreateICmpEQ(within, b.getInt64(0)));
  b.CreateCondBr(may, past, into);
  b.SetInsertPoint(past);
  auto* one = llvm::ConstantAsMetadata::get(b.getInt32(1));
  b.CreateAlignedStore(bits, place, llvm::Align(size))
      ->setMetadata(llvm::LLVMContext::MD_nontemporal, llvm::MDNode::get(module.getContext(), one));
  b.CreateBr(on);
  b.SetInsertPoint(into);
  b.CreateAlignedStore(bits, place, align);
  b.CreateBr(on);
  b.SetInsertPoint(on);
}

// if (any lane failed) rille_fail(cell, check, element, payload…), out of line.
void Emit::check(const NestCheck& check) {
  llvm::Value* failed = lanes_of(check.failed, width_);
  if (mask_ != nullptr) failed = b.CreateAnd(failed, mask_);
  llvm::Value* lane = i64(0);
  llvm::Value* any = failed;
  if (width_ > 1) {
    any = b.CreateOrReduce(failed);
    llvm::Value* bits = b.CreateBitCast(failed, b.getIntNTy(static_cast<unsigned>(width_)));
    bits = b.CreateZExt(bits, b.getInt64Ty());
    lane = b.CreateBinaryIntrinsic(llvm::Intrinsic::cttz, bits, b.getFalse());
  }
  llvm::BasicBlock *fail = function.block("fail"), *on = function.block("on");
  b.CreateCondBr(any, fail, on);
  b.SetInsertPoint(fail);
  llvm::Value* place = i64(0);
  for (size_t loop = 0; loop < stage.loops.size(); ++loop) {
    place = b.CreateAdd(b.CreateMul(place, size(stage.loops[loop])), counters_[loop]);
  }
  if (width_ > 1) place = b.CreateAdd(place, lane);
  llvm::Type* word = b.getInt64Ty();
  llvm::IRBuilder<> entry(&function.code->getEntryBlock(), function.code->getEntryBlock().begin());
  auto count = std::max<uint64_t>(check.payload.size(), 1);
  llvm::Value* payload = entry.CreateAlloca(word, entry.getInt64(count));
  for (size_t i = 0; i < check.payload.size(); ++i) {
    llvm::Value* it = value(check.payload[i]);
    if (it->getType()->isVectorTy()) it = b.CreateExtractElement(it, lane);
    Dtype dtype = stage.code[static_cast<size_t>(check.payload[i])].dtype;
    it = is_float(dtype) ? b.CreateBitCast(convert(b, it, dtype, Dtype::f64), word)
                         : convert(b, it, dtype, Dtype::i64);
    b.CreateStore(it, b.CreateConstGEP1_64(word, payload, i));
  }
  auto* type =
      llvm::FunctionType::get(b.getVoidTy(), {b.getPtrTy(), word, word, b.getPtrTy()}, false);
  b.CreateCall(module.getOrInsertFunction("rille_fail", type),
               {function.cell, i64(check.check), place, payload});
  b.CreateBr(on);
  b.SetInsertPoint(on);
}

}  // namespace rille
