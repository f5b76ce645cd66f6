// The C functions that compiled code calls, and nothing else.
#pragma once

#include <cstdint>

extern "C" {

// Check `check` of the running plan fails at an element of its step, counted row-major. `payload`
// holds 8 bytes for each value that the message wants: a double or an int64.
void rille_fail(void* cell, int64_t check, int64_t element, const int64_t* payload);

// Whether a check has failed.
bool rille_failed(void* cell);

// Whether the run is to stop: a kernel then leaves off, and whoever began it polls.
bool rille_stopping();

// Memory of this thread that its kernels write over: as much as their schedules ask for.
char* rille_scratch();

// Angles too far out for the vector code.
double rille_sin(double x);
double rille_cos(double x);
double rille_tan(double x);

// Special functions.
#define SPECIAL1(name) double rille_##name(double x);
#define SPECIAL2(name) double rille_##name(double x, double y);
#define SPECIAL3(name) double rille_##name(double x, double y, double z);
#include "vm/numbers/special.def"
}
