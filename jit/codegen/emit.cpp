// Loops, levels and lanes of a kernel.
#include "jit/codegen/emit.h"

#include <algorithm>
#include <bit>

#include "vm/error.h"

namespace rille {

llvm::Type* wide(llvm::Type* element, int lanes) {
  return lanes == 1 ? element : llvm::FixedVectorType::get(element, static_cast<unsigned>(lanes));
}

llvm::Type* like(llvm::Type* element, llvm::Value* shape) {
  auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(shape->getType());
  return vector == nullptr ? element
                           : llvm::FixedVectorType::get(element, vector->getNumElements());
}

Emit::Emit(llvm::Module& module, const Nest& nest, const Machine& machine, const std::string& name)
    : b(module.getContext()), module(module), nest(nest), machine(machine) {
  schedule = schedule_of(nest, machine);
  counters_.resize(nest.loops.size());
  values_.resize(nest.code.size());
  level_.resize(nest.code.size());
  for (auto* flags : {&varies_, &needed_, &post_}) flags->resize(nest.code.size());
  llvm::Type *pointer = b.getPtrTy(), *word = b.getInt64Ty();
  auto* type =
      llvm::FunctionType::get(b.getVoidTy(), {pointer, pointer, word, word, pointer}, false);
  function_ = llvm::Function::Create(type, llvm::Function::ExternalLinkage, name, module);
  function_->addFnAttr("prefer-vector-width", str(machine.vector_bytes * 8));
  function_->addFnAttr(llvm::Attribute::NoUnwind);
  b.SetInsertPoint(llvm::BasicBlock::Create(module.getContext(), "entry", function_));
  llvm::Argument* args = function_->arg_begin();
  for (unsigned i = 0; i < nest.buffers.size(); ++i) {
    llvm::Value* place = b.CreateConstInBoundsGEP1_64(pointer, args, i);
    buffers_.push_back(b.CreateLoad(pointer, place, str("b", i)));
  }
  int arguments = 0;
  for (Size size : nest.loops) arguments = std::max(arguments, size.arg + 1);
  auto more = [&](const Access& access) {
    for (Size size : access.strides) arguments = std::max(arguments, size.arg + 1);
  };
  for (const NestStep& step : nest.code) more(step.access);
  for (const Store& store : nest.stores) more(store.access);
  for (int i = 0; i < arguments; ++i) {
    llvm::Value* place = b.CreateConstInBoundsGEP1_64(word, args + 1, static_cast<uint64_t>(i));
    sizes_.push_back(b.CreateLoad(word, place));
  }
  begin_ = args + 2;
  end_ = args + 3;
  cell_ = args + 4;
}

llvm::Value* Emit::size(Size size) {
  return size.known() ? i64(size.number) : sizes_[static_cast<size_t>(size.arg)];
}

llvm::Value* Emit::splat(llvm::Value* value, int lanes) {
  if (lanes == 1 || value->getType()->isVectorTy()) return value;
  return b.CreateVectorSplat(static_cast<unsigned>(lanes), value);
}

llvm::Value* Emit::both(llvm::Value* mask, llvm::Value* other) {
  if (mask == nullptr) return other;
  return other == nullptr ? mask : b.CreateAnd(mask, other);
}

void Emit::study_step(size_t i) {
  const NestStep& step = nest.code[i];
  int level = 0;
  bool varies = false, post = step.name == "folded";
  auto on = [&](int loop) {
    level = std::max(level, loop + 1);
    varies |= loop == schedule.vector;
  };
  auto after = [&](int in) {
    if (in < 0) return;
    auto at = static_cast<size_t>(in);
    level = std::max(level, level_[at]);
    varies = varies || varies_[at];
    post = post || post_[at];
  };
  for (int in : step.in) after(in);
  if (step.name == "loop") on(step.loop);
  if (step.name == "load") {
    for (size_t loop = 0; loop < nest.loops.size(); ++loop) {
      if (!step.access.strides[loop].is(0)) on(static_cast<int>(loop));
    }
    after(step.access.computed);
    after(step.access.guard);
  }
  if (step.name == "product") on(nest.kept - 1), on(schedule.vector);
  if (step.name == "folded") {
    level = nest.form == NestForm::scan ? static_cast<int>(nest.loops.size()) : nest.kept;
    varies = schedule.vector >= 0 && schedule.vector < nest.kept;
    if (nest.form == NestForm::pointwise) {
      after(nest.folded);
      post = false;
    }
  }
  level_[i] = level;
  varies_[i] = varies && schedule.lanes > 1;
  post_[i] = post;
}

void Emit::study() {
  auto need = [&](int step) {
    if (step >= 0) needed_[static_cast<size_t>(step)] = true;
  };
  for (const Store& store : nest.stores) need(store.step);
  for (const NestCheck& check : nest.checks) {
    need(check.failed);
    for (int step : check.payload) need(step);
  }
  need(nest.folded);
  for (size_t i = nest.code.size(); i-- > 0;) {
    if (!needed_[i]) continue;
    for (int in : nest.code[i].in) need(in);
    if (nest.code[i].name == "load")
      need(nest.code[i].access.computed), need(nest.code[i].access.guard);
  }
  for (size_t i = 0; i < nest.code.size(); ++i) study_step(i);
}

void Emit::write() {
  if (nest.form == NestForm::contract) schedule.vector = nest.kept - 1;
  study();
  steps_at(0, false);
  if (nest.form == NestForm::contract) {
    write_contract(*this);
  } else {
    level(0);
  }
  b.CreateRetVoid();
}

llvm::Value* Emit::low(int loop) { return loop == schedule.loop ? begin_ : i64(0); }
llvm::Value* Emit::high(int loop) {
  return loop == schedule.loop ? end_ : size(nest.loops[static_cast<size_t>(loop)]);
}

// for (at = from; at < to; at += step) body(at)
void Emit::turns(llvm::Value* from, llvm::Value* to, int64_t step,
                 const std::function<void(llvm::Value*)>& body) {
  llvm::BasicBlock* before = b.GetInsertBlock();
  auto block = [&](const char* name) {
    return llvm::BasicBlock::Create(module.getContext(), name, function_);
  };
  llvm::BasicBlock *turn = block("turn"), *done = block("done");
  b.CreateCondBr(b.CreateICmpSLT(from, to), turn, done);
  b.SetInsertPoint(turn);
  llvm::PHINode* at = b.CreatePHI(b.getInt64Ty(), 2);
  at->addIncoming(from, before);
  body(at);
  llvm::Value* next = b.CreateAdd(at, i64(step), "", true, true);
  at->addIncoming(next, b.GetInsertBlock());
  b.CreateCondBr(b.CreateICmpSLT(next, to), turn, done);
  b.SetInsertPoint(done);
}

// Turns of a loop from one look for stops to the next; 0: none are needed, since it is short or
// its turns are the caller's, who looks between ranges of them.
int64_t Emit::turns_between_stops(int loop, int64_t step) const {
  constexpr int64_t most = 1 << 20;  // scalar operations
  if (loop == schedule.loop) return 0;
  int64_t work = std::max<int64_t>(std::ssize(nest.code), 1);
  auto grown = [&](int at) {
    Size turns = nest.loops[static_cast<size_t>(at)];
    return turns.known() && work < most ? work * std::min(turns.number, most) : work;
  };
  for (int at = static_cast<int>(nest.loops.size()) - 1; at > loop; --at) work = grown(at);
  bool is_known = nest.loops[static_cast<size_t>(loop)].known();
  if (is_known && work < most && grown(loop) < most) return 0;
  auto turns = std::bit_floor(static_cast<uint64_t>(most / work) | 1);
  return std::max(static_cast<int64_t>(turns), step);  // both are powers of two
}

void Emit::leave_where_stopping() {
  auto* type = llvm::FunctionType::get(b.getInt1Ty(), false);
  llvm::FunctionCallee look = module.getOrInsertFunction("rille_stopping", type);
  auto* function = llvm::cast<llvm::Function>(look.getCallee());
  function->addRetAttr(llvm::Attribute::ZExt);
  function->setOnlyAccessesInaccessibleMemory();
  function->setDoesNotThrow();
  auto* leave = llvm::BasicBlock::Create(module.getContext(), "leave", function_);
  auto* on = llvm::BasicBlock::Create(module.getContext(), "on", function_);
  b.CreateCondBr(b.CreateCall(look), leave, on);
  b.SetInsertPoint(leave);
  b.CreateRetVoid();
  b.SetInsertPoint(on);
}

// turns() of a nest's loop, in pieces with a look for stops between two of them.
void Emit::long_turns(int loop, llvm::Value* from, llvm::Value* to, int64_t step,
                      const std::function<void(llvm::Value*)>& body) {
  int64_t piece = turns_between_stops(loop, step);
  if (piece == 0) return turns(from, to, step, body);
  turns(from, to, piece, [&](llvm::Value* first) {
    llvm::Value* next = b.CreateAdd(first, i64(piece));
    llvm::Value* last = b.CreateBinaryIntrinsic(llvm::Intrinsic::smin, next, to);
    turns(first, last, step, body);
    when(b.CreateICmpSLT(last, to), [&] { leave_where_stopping(); });
  });
}

void Emit::when(llvm::Value* holds, const Body& body) {
  auto block = [&](const char* name) {
    return llvm::BasicBlock::Create(module.getContext(), name, function_);
  };
  llvm::BasicBlock *then = block("when"), *on = block("on");
  b.CreateCondBr(holds, then, on);
  b.SetInsertPoint(then);
  body();
  b.CreateBr(on);
  b.SetInsertPoint(on);
}

void Emit::loop(int number, const Body& body) {
  long_turns(number, low(number), high(number), 1, [&](llvm::Value* at) {
    counters_[static_cast<size_t>(number)] = at;
    body();
  });
}

// Whole vectors, then one with the rest of the lanes masked.
void Emit::vector_loop(int number, const Body& body) {
  int lanes = schedule.lanes;
  llvm::Value *from = low(number), *to = high(number);
  Size extent = nest.loops[static_cast<size_t>(number)];
  bool known = extent.known() && number != schedule.loop;
  llvm::Value* whole = b.CreateAnd(b.CreateSub(to, from), i64(-lanes));
  llvm::Value* edge = b.CreateAdd(from, whole);
  width_ = lanes;
  if (!known || extent.number >= lanes) {
    long_turns(number, from, edge, lanes, [&](llvm::Value* at) {
      counters_[static_cast<size_t>(number)] = at;
      body();
    });
  }
  if (!known || extent.number % lanes != 0) {
    turns(edge, to, lanes, [&](llvm::Value* at) {
      counters_[static_cast<size_t>(number)] = at;
      llvm::Value* left = splat(b.CreateSub(to, at), lanes);
      mask_ = b.CreateICmpSLT(counter_lanes(), left);
      body();
      mask_ = nullptr;
    });
  }
  width_ = 1;
}

// 0, 1, 2 … as many as there are lanes.
llvm::Value* Emit::counter_lanes() {
  llvm::SmallVector<llvm::Constant*, 64> lanes;
  for (int i = 0; i < schedule.lanes; ++i) lanes.push_back(b.getInt64(static_cast<uint64_t>(i)));
  return llvm::ConstantVector::get(lanes);
}

void Emit::steps_at(int depth, bool post) {
  for (size_t i = 0; i < nest.code.size(); ++i) {
    if (needed_[i] && level_[i] == depth && post_[i] == post) step(static_cast<int>(i));
  }
}

void Emit::level(int depth) {
  bool folds = nest.form == NestForm::fold || nest.form == NestForm::scan;
  if (folds && depth == nest.kept) return write_fold(*this);
  if (depth == static_cast<int>(nest.loops.size())) return stores();
  auto inside = [&] {
    steps_at(depth + 1, false);
    level(depth + 1);
  };
  if (schedule.tiled && depth == schedule.vector - 1) return tiles(depth);
  if (depth == schedule.vector && schedule.lanes > 1) return vector_loop(depth, inside);
  loop(depth, inside);
}

// Blocks of `depth`'s turns, and inside them whole vectors of the next loop, each for all turns of
// the block.
void Emit::tiles(int depth) {
  constexpr int64_t block = 16;
  llvm::Value* end = high(depth);
  long_turns(depth, low(depth), end, block, [&](llvm::Value* first) {
    llvm::Value* last =
        b.CreateBinaryIntrinsic(llvm::Intrinsic::smin, b.CreateAdd(first, i64(block)), end);
    vector_loop(depth + 1, [&] {
      turns(first, last, 1, [&](llvm::Value* at) {
        counters_[static_cast<size_t>(depth)] = at;
        steps_at(depth + 1, false);
        steps_at(depth + 2, false);
        level(depth + 2);
      });
    });
  });
}

llvm::Value* Emit::value(int step) { return values_[static_cast<size_t>(step)]; }

llvm::Value* Emit::lanes_of(int step, int lanes) { return splat(value(step), lanes); }

void Emit::step(int number) {
  const NestStep& it = nest.code[static_cast<size_t>(number)];
  bool varying = varies_[static_cast<size_t>(number)];
  llvm::Value*& out = values_[static_cast<size_t>(number)];
  int lanes = varying ? width_ : 1;
  if (it.name == "load") {
    out = load(it, varying);
  } else if (it.name == "loop") {
    out = counters_[static_cast<size_t>(it.loop)];
    if (varying) out = b.CreateAdd(splat(out, lanes), counter_lanes());
  } else if (it.name == "constant") {
    out = constant_of(module.getContext(), it.value, it.dtype);
  } else if (it.name == "product") {
    out = product_;
  } else if (it.name == "folded") {
    out = nest.form == NestForm::pointwise && folded_ == nullptr ? value(nest.folded) : folded_;
    bool position = nest.combiner.starts_with("arg");
    if (nest.form == NestForm::pointwise && position) {
      out = splat(b.getInt32(0), lanes);
    } else if (!position) {
      out = convert(b, out, nest.sum_dtype, it.dtype);
    }
  } else {
    llvm::SmallVector<llvm::Value*, 4> in;
    for (int at : it.in) in.push_back(lanes_of(at, lanes));
    size_t first = it.name == "select" ? 1 : 0;
    Dtype from = it.in.empty() ? it.dtype : nest.code[static_cast<size_t>(it.in[first])].dtype;
    out = operate(b, it, from, in);
  }
}

void Emit::stores() {
  for (const NestCheck& it : nest.checks) check(it);
  for (const Store& it : nest.stores) {
    Dtype dtype = nest.buffers[static_cast<size_t>(it.access.buffer)];
    store(it.access, value(it.step), dtype);
  }
}

}  // namespace rille
