// poll(): where long work of the library can be stopped.
#pragma once

namespace rille {

// Calls what the innermost PollScope of this thread (backends/backend.h) says; nothing where there
// is none. It throws to stop the work.
void poll();

}  // namespace rille
