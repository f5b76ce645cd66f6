// Functions of scalars, with the same bits as compiled code.
#pragma once

namespace rille::host {

// vm/numbers/formulas.h for one double: exp(0.1) is the same number eagerly, compiled, or as a
// primal. Errors are below 1 ulp, except for tanh below 2 ulp; tests/peers compares them with
// NumPy.
double exp(double x);
double log(double x);
double sin(double x);
double cos(double x);
double tanh(double x);
double pow(double x, double y);

}  // namespace rille::host
