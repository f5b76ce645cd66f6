// Elementary functions of floats in f32 arithmetic.
#pragma once

#include "jit/codegen/vec.h"

// The results have the same bits on every machine: each operation rounds once, and a machine
// without fused multiply-add calls a function for it. Errors are below 2 ulp (docs/accuracy.md).
namespace rille::single {

Vec exp(Vec x);
Vec log(Vec x);
Vec log1p(Vec x);
Vec sin(Vec x);
Vec cos(Vec x);
Vec tanh(Vec x);
Vec erf(Vec x);

}  // namespace rille::single
