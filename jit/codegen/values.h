// Values in registers and in memory, and operations on them.
#pragma once

#include "jit/codegen/llvm.h"
#include "jit/nest.h"

namespace rille {

// How a dtype is kept in memory and in a register. Small floats are computed as float, and rounded
// to their own values after every operation; a bool is a byte in memory and a bit in a register.
llvm::Type* memory_type(llvm::LLVMContext& context, Dtype dtype);
llvm::Type* register_type(llvm::LLVMContext& context, Dtype dtype);

llvm::Type* wide(llvm::Type* element, int lanes);
llvm::Type* like(llvm::Type* element, llvm::Value* shape);  // as many lanes as `shape` has

// One operation of jit/lowering.h. `from` is the dtype of the operands.
llvm::Value* operate(llvm::IRBuilder<>& b, const NestStep& step, Dtype from,
                     llvm::ArrayRef<llvm::Value*> in);
llvm::Value* convert(llvm::IRBuilder<>& b, llvm::Value* value, Dtype from, Dtype to);
llvm::Constant* constant_of(llvm::LLVMContext& context, const AttrValue& value, Dtype dtype);

// One of two partial results of a reduction.
llvm::Value* combine(llvm::IRBuilder<>& b, Scalar combiner, Dtype dtype, llvm::Value* x,
                     llvm::Value* y);

// Between memory and registers.
llvm::Value* loaded(llvm::IRBuilder<>& b, llvm::Value* bits, Dtype dtype);
llvm::Value* stored(llvm::IRBuilder<>& b, llvm::Value* value, Dtype dtype);

// The line at `place`, which need not exist, comes into the second cache.
void prefetch(llvm::IRBuilder<>& b, llvm::Value* place);

// The nearest value of a small float's dtype; other dtypes pass.
llvm::Value* rounded(llvm::IRBuilder<>& b, llvm::Value* value, Dtype dtype);

}  // namespace rille
