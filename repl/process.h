// What a program of ours does first, and last.
#pragma once

#include "repl/shared_options.h"

namespace rille {

// Descriptors 0 to 2 that the caller closed are taken, so that no file or pipe which we open gets
// their numbers; few arenas of malloc; a file that may not grow is error[io], as a full disk is.
void begin_process();

// What was printed is out as well, or the program has failed. What main returns; it may not return
// where work goes on that nothing stops.
int end_process(Status status);

}  // namespace rille
