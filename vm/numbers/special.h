// Special functions of doubles, for primitives and kernels.
#pragma once

// Each is computed with the 64 bits of fraction that x86 offers (more elsewhere) and rounded
// once, so that a handful of roundings on the way does not show: docs/accuracy.md has the errors.
// Compiled code calls them lane by lane, the reference too, so all give one number. Poles give the
// infinity of their side or, where both sides differ, NaN; what has no value is NaN.
namespace rille::special {

#define SPECIAL1(name) double name(double x);
#define SPECIAL2(name) double name(double x, double y);
#define SPECIAL3(name) double name(double x, double y, double z);
#include "vm/numbers/special.def"

}  // namespace rille::special
