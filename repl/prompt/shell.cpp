// run_shell(): runs a shell command and passes on its output.
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <functional>

#include "repl/prompt/prompt.h"
#include "vm/run/running.h"
#include "vm/words/visible.h"

namespace rille {
namespace {

// A child process whose output is read through pipes. It has no input, default signal handling, and
// a process group of its own.
struct Child {
  pid_t process = -1;
  int out = -1, err = -1;
};

Child started(const std::string& command) {
  Child child;
  int out[2], err[2];
  if (::pipe2(out, O_CLOEXEC) != 0) return child;
  if (::pipe2(err, O_CLOEXEC) != 0) {
    ::close(out[0]);
    ::close(out[1]);
    return child;
  }
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, out[1], STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, err[1], STDERR_FILENO);
  posix_spawnattr_t how;
  posix_spawnattr_init(&how);
  sigset_t none, interrupt;
  sigemptyset(&none);
  sigemptyset(&interrupt);
  sigaddset(&interrupt, SIGINT);
  posix_spawnattr_setsigmask(&how, &none);  // a child inherits blocked signals
  posix_spawnattr_setsigdefault(&how, &interrupt);
  posix_spawnattr_setpgroup(&how, 0);
  posix_spawnattr_setflags(&how,
                           POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
  std::string shell = "sh", option = "-c", text = command;
  char* words[] = {shell.data(), option.data(), text.data(), nullptr};
  if (::posix_spawn(&child.process, "/bin/sh", &actions, &how, words, environ) != 0) {
    child.process = -1;
  }
  posix_spawnattr_destroy(&how);
  posix_spawn_file_actions_destroy(&actions);
  ::close(out[1]);
  ::close(err[1]);
  child.out = out[0];
  child.err = err[0];
  return child;
}

// Reads available bytes from a pipe and passes on complete UTF-8 characters. Returns false at the
// end of the pipe.
bool pass_on(int pipe, std::string& held, const std::function<void(std::string_view)>& to) {
  char bytes[1 << 14];
  ssize_t got = ::read(pipe, bytes, sizeof bytes);
  if (got < 0) return errno == EINTR;
  held.append(bytes, static_cast<size_t>(got));
  size_t whole = got == 0 ? held.size() : first_bad(held);
  if (held.size() - whole > 4) whole = held.size();  // invalid UTF-8, not an incomplete character
  if (whole > 0) to(std::string_view(held).substr(0, whole));
  held.erase(0, whole);
  return got > 0;
}

// Passes on the output until both pipes are closed. An interrupt is sent to the child.
void read_all(Prompt& prompt, const Child& child) {
  std::string held[2];
  pollfd on[] = {{child.out, POLLIN, 0}, {child.err, POLLIN, 0}};
  while (on[0].fd >= 0 || on[1].fd >= 0) {
    if (stopping()) ::kill(-child.process, SIGINT);
    poll();
    if (::poll(on, 2, 50) <= 0) continue;
    auto say = [&](std::string_view text) { prompt.say(text); };
    auto complain = [&](std::string_view text) { prompt.complain(text); };
    if (on[0].revents != 0 && !pass_on(child.out, held[0], say)) on[0].fd = -1;
    if (on[1].revents != 0 && !pass_on(child.err, held[1], complain)) on[1].fd = -1;
  }
}

int awaited(pid_t process) {
  int status = 0;
  while (::waitpid(process, &status, 0) < 0 && errno == EINTR) continue;
  return status;
}

// Waits one second for an interrupted child to end, then kills it.
int ended(pid_t process) {
  int status = 0;
  for (int turn = 0; turn < 50; ++turn) {
    if (::waitpid(process, &status, WNOHANG) != 0) return 0;
    ::poll(nullptr, 0, 20);
  }
  ::kill(-process, SIGKILL);
  awaited(process);
  return 0;
}

// Runs a command for an audience, with pipes. Returns its wait status, or -1 if it cannot start.
int heard(Prompt& prompt, const std::string& command) {
  Child child = started(command);
  if (child.process < 0) return -1;
  Outcome outcome = prompt.interpreter().act([&] { read_all(prompt, child); });
  ::close(child.out);
  ::close(child.err);
  int status = outcome.ok() ? awaited(child.process) : ended(child.process);
  prompt.session().report(outcome);
  return status;
}

}  // namespace

// std::system() ignores SIGINT in this process while the command runs.
void run_shell(Prompt& prompt, const std::string& command) {
  std::fflush(nullptr);
  bool is_elsewhere = prompt.session().has_sink();
  int status = is_elsewhere ? heard(prompt, command) : std::system(command.c_str());
  if (status == -1) prompt.complain("cannot start the shell\n");
  bool has_failed = status > 0 && WIFEXITED(status);
  if (has_failed) prompt.complain(str("exit status ", WEXITSTATUS(status), "\n"));
}

}  // namespace rille
