// The first and last steps of every program of Rille.
#pragma once

#include "repl/shared_options.h"

namespace rille {

// Opens descriptors 0 to 2 if the caller closed them, so that no other file or pipe gets their
// numbers; limits the number of malloc's arenas; and ignores SIGXFSZ, so that a file that may not
// grow is error[io], like a full disk.
void begin_process();

// Flushes standard output, and returns the exit status for main: a failure if the output could not
// be written. Exits at once, without destructors, if threads are still compiling.
int end_process(Status status);

}  // namespace rille
