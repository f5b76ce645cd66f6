// Functions of a module that its kernels call.
#pragma once

#include <functional>
#include <string>

#include "jit/codegen/llvm.h"

namespace rille {

// Writes a body: gives the result for these arguments.
using FunctionBody =
    std::function<llvm::Value*(llvm::IRBuilder<>& b, llvm::ArrayRef<llvm::Value*>)>;

// Calls a function of the module, which is written at the first call of this name and these
// argument types. It is private to the module and has the kernels' attributes.
llvm::CallInst* call_function(llvm::IRBuilder<>& b, const std::string& name, llvm::Type* result,
                              llvm::ArrayRef<llvm::Value*> args, const FunctionBody& body);

// Puts the body in the call's place.
void inline_call(llvm::CallInst& call);

// An attribute of functions that stay ones.
constexpr const char* whole_part = "rille-whole-part";

// Puts the bodies in the places of the calls in kernels that have few, where that makes the code
// fast; in kernels that have many they stay calls, and a module's size goes with its operations.
void inline_few(llvm::Module& module);

}  // namespace rille
