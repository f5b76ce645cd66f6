// The C functions that compiled code may call.
#pragma once

#include <cstdint>

extern "C" {

// Reports that check `check` of the running step failed at an element, in row-major order.
// `payload` has 8 bytes for each value of the message: a double or an int64.
void rille_fail(void* cell, int64_t check, int64_t element, const int64_t* payload);

// Whether a check has failed.
bool rille_failed(void* cell);

// Whether the run is interrupted. A kernel then returns early, and its caller polls.
bool rille_stopping();

// The scratch memory of this thread, of the size that the schedules of its kernels request.
char* rille_scratch();

// For angles beyond the range of the vector code.
double rille_sin(double x);
double rille_cos(double x);
double rille_tan(double x);

// Special functions.
#define SPECIAL1(name) double rille_##name(double x);
#define SPECIAL2(name) double rille_##name(double x, double y);
#define SPECIAL3(name) double rille_##name(double x, double y, double z);
#include "vm/numbers/special.def"
}
