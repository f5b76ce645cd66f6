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

// Reading and writing them fails, as it should.
void take_standard_streams() {
  for (int number : {0, 1, 2}) {
    if (::fcntl(number, F_GETFD) >= 0) continue;
    int other = ::open("/dev/null", number == 0 ? O_WRONLY : O_RDONLY);
    if (other != number) ::close(other);
  }
}

// Arenas of malloc, of which each keeps 64 MB of addresses: as many as there are cores, where the C
// library would make eight for each, one for nearly each thread.
void take_few_arenas() {
#if defined(M_ARENA_MAX)
  mallopt(M_ARENA_MAX, static_cast<int>(std::max(std::thread::hardware_concurrency(), 2u)));
#endif
}

// What the commands printed themselves is out as well, or the program has failed.
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
