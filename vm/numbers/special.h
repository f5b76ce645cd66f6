// Special functions of doubles, for primitives and kernels.
#pragma once

// Each function is computed with the 64 fraction bits of x86 (more on other machines) and rounded
// once, so that a few intermediate roundings are not visible: docs/accuracy.md lists the errors.
// Compiled code and the reference call them lane by lane, so their results are equal. At a pole the
// result is the infinity of both sides, or NaN if the sides differ; NaN where a function is
// undefined.
namespace rille::special {

#define SPECIAL1(name) double name(double x);
#define SPECIAL2(name) double name(double x, double y);
#define SPECIAL3(name) double name(double x, double y, double z);
#include "vm/numbers/special.def"

}  // namespace rille::special
