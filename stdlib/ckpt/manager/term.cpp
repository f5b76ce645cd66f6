// TermWatch: records SIGTERM.
#include "stdlib/ckpt/manager/term.h"

#include <atomic>
#include <csignal>
#include <mutex>

namespace rille {
namespace {

// These are globals because a signal handler can access nothing else.
std::atomic<bool> came{false};  // NOLINT(*-global-variables)
std::mutex lock;                // NOLINT(*-global-variables)
int watches = 0;                // NOLINT(*-global-variables)

void on_term(int) {
  came = true;
  std::signal(SIGTERM, SIG_DFL);
}

bool has_handler(void (*handler)(int)) {
  struct sigaction now{};
  return ::sigaction(SIGTERM, nullptr, &now) == 0 && now.sa_handler == handler;
}

}  // namespace

TermWatch::TermWatch() {
  std::lock_guard guard(lock);
  if (watches++ > 0 || !has_handler(SIG_DFL)) return;
  struct sigaction action{};
  action.sa_handler = on_term;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  ::sigaction(SIGTERM, &action, nullptr);
}

TermWatch::~TermWatch() {
  std::lock_guard guard(lock);
  if (--watches > 0) return;
  if (has_handler(on_term)) std::signal(SIGTERM, SIG_DFL);
}

bool term_came() { return came; }

}  // namespace rille
