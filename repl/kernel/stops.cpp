// InterruptHandler: waits for SIGINT and the parent's end.
#include "repl/kernel/stops.h"

#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <ctime>

#include "vm/state.h"

namespace rille {
namespace {

sigset_t interrupts() {
  sigset_t out;
  sigemptyset(&out);
  sigaddset(&out, SIGINT);
  return out;
}

}  // namespace

void InterruptHandler::block_signal() {
  sigset_t set = interrupts();
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
}

// If Jupyter sets JPY_PARENT_PID, the kernel must end when its parent process ends.
void InterruptHandler::watch() {
  sigset_t set = interrupts();
  const char* asked = std::getenv("JPY_PARENT_PID");
  pid_t parent = asked != nullptr ? ::getppid() : 0;
  for (;;) {
    timespec second{.tv_sec = 1, .tv_nsec = 0};
    if (::sigtimedwait(&set, nullptr, &second) == SIGINT) stop();
    if (parent > 1 && ::getppid() != parent) std::_Exit(1);
  }
}

void InterruptHandler::begin() {
  std::lock_guard lock(mutex_);
  state_.resume();
  is_running_ = true;
}

void InterruptHandler::end() {
  std::lock_guard lock(mutex_);
  is_running_ = false;
  state_.resume();
}

void InterruptHandler::stop() {
  std::lock_guard lock(mutex_);
  if (is_running_) state_.interrupt_now();
}

}  // namespace rille
