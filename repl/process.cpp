// Streams, memory, signals: the process around a command.
#include "repl/process.h"

#include <fcntl.h>
#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <thread>

#include "backends/backend.h"
#include "vm/memory/freed.h"

namespace rille {
namespace {

// Opens each closed standard stream for the wrong direction, so that reading or writing fails.
void take_standard_streams() {
  for (int number : {0, 1, 2}) {
    if (::fcntl(number, F_GETFD) >= 0) continue;
    int other = ::open("/dev/null", number == 0 ? O_WRONLY : O_RDONLY);
    if (other != number) ::close(other);
  }
}

// Limits malloc to one arena per core. The C library would allow eight per core, and each arena
// reserves 64 MB of address space.
void take_few_arenas() {
#if defined(M_ARENA_MAX)
  mallopt(M_ARENA_MAX, static_cast<int>(std::max(std::thread::hardware_concurrency(), 2u)));
#endif
}

// Flushes standard output. A success becomes a failure if the output could not be written.
Status flushed(Status status) {
  bool is_whole = std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
  if (is_whole || status != Status::success) return status;
  std::fputs("error[io]: cannot write to standard output\n", stderr);
  return Status::script;
}

}  // namespace

void begin_process() {
  take_standard_streams();
  take_few_arenas();
  join_freed_blocks();
  std::signal(SIGXFSZ, SIG_IGN);
}

int end_process(Status status) {
  int out = static_cast<int>(flushed(status));
  std::fflush(nullptr);
  if (compiles_still()) std::_Exit(out);
  return out;
}

}  // namespace rille
