// Functions of host numbers, with the bits of compiled code.
#pragma once

namespace rille::host {

// vm/numbers/formulas.h on one double: exp(0.1) of a script, eager, compiled or as a primal, is one
// number. Errors are below 1 ulp save for tanh's, below 2; tests/peers compares them with NumPy's.
double exp(double x);
double log(double x);
double sin(double x);
double cos(double x);
double tanh(double x);
double pow(double x, double y);

}  // namespace rille::host
