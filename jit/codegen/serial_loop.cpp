// The iterations of a small loop, and what they carry.
#include "jit/codegen/kernel.h"
#include "jit/codegen/serial.h"

namespace rille {
namespace {

constexpr uint64_t near_carry = 512;     // bytes that are copied each turn
constexpr int64_t turns_of_a_look = 64;  // iterations from one look for stops to the next

size_t lines(size_t bytes) { return (bytes + 63) / 64 * 64; }

}  // namespace

// A small carry is copied to the stack, and each turn's result over it. A large one goes through
// two sets of places, of which the results' own are one (backends/host/region.cpp does the same);
// one that the body writes where it reads it stays there once that is no longer the caller's.
std::vector<SerialCode::Carry> SerialCode::carries(const Whole& whole) {
  std::vector<Carry> out(whole.shape.carry);
  size_t at = lines(whole.body.arena_bytes);
  if (whole.condition != nullptr) at = std::max(at, lines(whole.condition->arena_bytes));
  for (size_t i = 0; i < out.size(); ++i) {
    Carry& carry = out[i];
    llvm::Value *from = whole.in[whole.shape.consts + i], *to = whole.out[i];
    carry.bytes = bytes_of(whole.body, whole.body.params[whole.shape.consts + i]);
    carry.is_near = carry.bytes <= near_carry;
    carry.stays = stays_in_place(whole.body, whole.shape, i);
    carry.now = from;
    if (carry.is_near) {
      carry.now = on_stack(std::max<uint64_t>(carry.bytes, 1));
      carry.next = carry.stays ? carry.now : on_stack(std::max<uint64_t>(carry.bytes, 1));
    } else if (carry.stays) {
      carry.next = carry.other = to;
    } else {
      llvm::Value *spare = this->at(whole.memory, at), *same = b_.CreateICmpEQ(from, to);
      carry.next = b_.CreateSelect(same, spare, to);
      carry.other = b_.CreateSelect(same, to, spare);
    }
    if (!carry.stays) at += lines(carry.bytes);
  }
  for (size_t i = 0; i < out.size(); ++i) {
    if (out[i].is_near) copy(out[i].now, whole.in[whole.shape.consts + i], out[i].bytes);
  }
  return out;
}

void SerialCode::begin_turns(std::vector<Carry>& carries, llvm::BasicBlock* before) {
  auto phi = [&](llvm::Value*& value) {
    llvm::PHINode* out = b_.CreatePHI(b_.getPtrTy(), 2);
    out->addIncoming(value, before);
    value = out;
    return out;
  };
  for (Carry& carry : carries) {
    if (carry.is_near) continue;
    carry.phi_now = phi(carry.now);
    if (carry.stays) continue;
    carry.phi_next = phi(carry.next);
    carry.phi_other = phi(carry.other);
  }
}

void SerialCode::end_turn(std::vector<Carry>& carries, llvm::BasicBlock* latch) {
  for (Carry& carry : carries) {
    if (carry.is_near) continue;
    carry.phi_now->addIncoming(carry.next, latch);
    if (carry.stays) continue;
    carry.phi_next->addIncoming(carry.other, latch);
    carry.phi_other->addIncoming(carry.next, latch);
  }
}

llvm::Value* SerialCode::goes_on(const Whole& whole, const std::vector<Carry>& carries) {
  Places params(whole.in.begin(), whole.in.end());
  for (size_t i = 0; i < carries.size(); ++i) params[whole.shape.consts + i] = carries[i].now;
  llvm::Value* answer = on_stack(1);
  plan(*whole.condition, std::move(params), {answer}, memory_of(*whole.condition, whole.memory));
  return b_.CreateICmpNE(b_.CreateLoad(b_.getInt8Ty(), answer), b_.getInt8(0));
}

void SerialCode::turn(const Whole& whole, std::vector<Carry>& carries, llvm::Value* number) {
  const LoopShape& shape = whole.shape;
  Places params(whole.in.begin(), whole.in.end()), results;
  for (size_t i = 0; i < shape.carry; ++i) {
    params[shape.consts + i] = carries[i].now;
    results.push_back(carries[i].next);
  }
  if (shape.reverse) number = b_.CreateSub(b_.CreateSub(whole.iterations, i64(1)), number);
  auto row = [&](llvm::Value* place, int slot) {
    auto bytes = static_cast<int64_t>(bytes_of(whole.body, slot));
    return b_.CreateGEP(b_.getInt8Ty(), place, b_.CreateMul(number, i64(bytes)));
  };
  for (size_t i = shape.consts + shape.carry; i < params.size(); ++i) {
    params[i] = row(params[i], whole.body.params[i]);
  }
  for (size_t i = shape.carry; i < whole.out.size(); ++i) {
    results.push_back(row(whole.out[i], whole.body.results[i]));
  }
  plan(whole.body, std::move(params), std::move(results), memory_of(whole.body, whole.memory));
  for (const Carry& carry : carries) {
    if (carry.is_near) copy(carry.now, carry.next, carry.bytes);
  }
}

// Whether a check failed in this turn, or the run is to stop, for which it looks now and then.
llvm::Value* SerialCode::leaves(llvm::Value* number) {
  llvm::Value* rest = b_.CreateAnd(number, i64(turns_of_a_look - 1));
  llvm::BasicBlock *before = b_.GetInsertBlock(), *look = block("look"), *on = block("on");
  b_.CreateCondBr(b_.CreateICmpEQ(rest, i64(turns_of_a_look - 1)), look, on);
  b_.SetInsertPoint(look);
  llvm::Value* stops = ask(b_, "rille_stopping", {});
  b_.CreateBr(on);
  b_.SetInsertPoint(on);
  llvm::PHINode* out = b_.CreatePHI(b_.getInt1Ty(), 2);
  out->addIncoming(b_.getFalse(), before);
  out->addIncoming(stops, look);
  return has_checks_ ? b_.CreateOr(out, ask(b_, "rille_failed", {cell_})) : out;
}

void SerialCode::loop(const Whole& whole) {
  std::vector<Carry> carries = this->carries(whole);
  llvm::BasicBlock *before = b_.GetInsertBlock(), *head = block("head"), *body = block("turn"),
                   *latch = block("next"), *done = block("done");
  b_.CreateBr(head);
  b_.SetInsertPoint(head);
  llvm::PHINode* number = b_.CreatePHI(b_.getInt64Ty(), 2);
  number->addIncoming(i64(0), before);
  begin_turns(carries, before);
  bool counts = whole.condition == nullptr;
  llvm::Value* more = counts ? b_.CreateICmpSLT(number, whole.iterations) : goes_on(whole, carries);
  b_.CreateCondBr(more, body, done);
  b_.SetInsertPoint(body);
  turn(whole, carries, number);
  llvm::Value* leave = leaves(number);
  b_.CreateCondBr(leave, done, latch);  // nobody reads what comes of it then
  b_.SetInsertPoint(latch);
  number->addIncoming(b_.CreateAdd(number, i64(1), "", true, true), latch);
  end_turn(carries, latch);
  b_.CreateBr(head);
  b_.SetInsertPoint(done);
  for (size_t i = 0; i < carries.size(); ++i) {
    copy(whole.out[i], carries[i].now, carries[i].bytes);
  }
}

}  // namespace rille
