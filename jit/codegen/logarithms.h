// Logarithms, powers of two and inverse hyperbolics.
#pragma once

#include "jit/codegen/vec.h"

// Of doubles.
namespace rille::logarithms {

Vec log1p(Vec x);
Vec asinh(Vec x);
Vec acosh(Vec x);
Vec atanh(Vec x);
Vec exp2(Vec x);
Vec log2(Vec x);
Vec log10(Vec x);

}  // namespace rille::logarithms
