// Sandbox: the child process and its parent.
#include "repl/sandbox.h"

#include <linux/capability.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <optional>

#include "repl/interpreter.h"
#include "repl/sandbox/access.h"
#include "repl/sandbox/calls.h"
#include "repl/sandbox/landlock.h"
#include "stdlib/file.h"
#include "vm/run/stack.h"
#include "vm/words/visible.h"

namespace rille {
namespace {

constexpr double usual_time_s = 60, usual_memory_mb = 1024;
constexpr double grace_s = 5;      // time after the limit until a child is killed
constexpr double spare_mb = 1024;  // memory for the program, the compiler, and threads
constexpr rlim_t max_files = 256;

// Returns whether a variable is known to hold no secret: it controls output or computing.
bool is_harmless(std::string_view variable) {
  constexpr std::string_view names[] = {"LANG",    "TERM",  "COLORTERM", "NO_COLOR",
                                        "COLUMNS", "LINES", "TZ",        "PATH"};
  std::string_view name = variable.substr(0, variable.find('='));
  return name.starts_with("RILLE_") || name.starts_with("LC_") ||
         std::ranges::find(names, name) != std::end(names);
}

// Removes variables that may hold secrets. The cache of compiled code is turned off, because a
// later run would trust its contents. Without network access, requests are not repeated.
void clean_environment(const SandboxOptions& options) {
  std::vector<std::string> secrets;
  for (char** at = environ; !options.env && at != nullptr && *at != nullptr; ++at) {
    std::string variable = *at;
    size_t name = variable.find('=');
    if (is_harmless(variable) || name == std::string::npos) continue;
    secrets.push_back(variable.substr(0, name));
    std::fill_n(*at + name + 1, variable.size() - name - 1, 'x');  // overwrites the value
  }
  for (const std::string& name : secrets) unsetenv(name.c_str());
  setenv("RILLE_CACHE", "off", 1);
  if (!options.net) setenv("RILLE_REMOTE_TRIES", "1", 1);
}

void limit(int what, double to) {
  auto value = static_cast<rlim_t>(to);
  rlimit now = {};
  if (getrlimit(static_cast<__rlimit_resource>(what), &now) != 0) return;
  if (now.rlim_max != RLIM_INFINITY) value = std::min(value, now.rlim_max);
  rlimit both = {value, value};
  setrlimit(static_cast<__rlimit_resource>(what), &both);
}

// Sets the resource limits. `named` is the number of paths on the command line, which are open
// until the guards are installed.
void limit_process(const SharedOptions& shared, size_t named) {
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_NOFILE, static_cast<double>(max_files + 2 * named));
#if !defined(__SANITIZE_ADDRESS__)  // its shadow memory would count
  limit(RLIMIT_DATA, (shared.memory_mb + spare_mb) * 1e6);
#endif
  double cores = static_cast<double>(std::max<long>(sysconf(_SC_NPROCESSORS_ONLN), 1));
  limit(RLIMIT_CPU, std::ceil((shared.time_s + grace_s) * cores));
}

Status refuse(const Guards& missing) {
  std::string why;
  for (const std::string& each : {missing.files, missing.calls}) {
    if (!each.empty()) why += str(why.empty() ? "" : "; ", each);
  }
  std::fputs(str("error[device]: cannot create a sandbox: ", why,
                 "\n  help: `--sandbox=best-effort` runs with the available guards\n")
                 .c_str(),
             stderr);
  return Status::usage;
}

// Returns the signals that the parent waits for. It forwards them to the child; Ctrl-C reaches
// both.
sigset_t waited_for() {
  sigset_t out;
  sigemptyset(&out);
  for (int signal : {SIGCHLD, SIGTERM, SIGHUP, SIGQUIT}) sigaddset(&out, signal);
  return out;
}

Status status_of_killed(int signal, double time_s, bool is_late) {
  if (signal == SIGPIPE) {  // the reader closed the output: end like a program without a sandbox
    std::signal(SIGPIPE, SIG_DFL);
    raise(SIGPIPE);
  }
  std::string why = str("error[limit]: the sandbox was terminated by signal ", signal);
  if (is_late || signal == SIGXCPU) {
    why = str("error[limit]: time limit of ", time_s, " s exceeded: the sandbox was ended");
  } else if (signal == SIGKILL) {
    why = "error[limit]: the sandbox was killed, by the user or because memory was exhausted";
  }
  std::fputs((why + "\n").c_str(), stderr);
  return Status::limit;
}

double now_s() {
  timespec now = {};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

// Saves the state of the terminal, and restores it: the child may be killed at its prompt.
class TerminalState {
 public:
  TerminalState() : is_there_(tcgetattr(STDIN_FILENO, &before_) == 0) {}
  void restore() const {
    // A background process must not change the terminal: it would be stopped.
    pid_t front = tcgetpgrp(STDIN_FILENO);
    if (!is_there_ || (front >= 0 && front != getpgrp())) return;
    tcsetattr(STDIN_FILENO, TCSANOW, &before_);
    // Shows the cursor, and disables bracketed paste.
    std::fputs(isatty(STDOUT_FILENO) != 0 ? "\x1b[?25h\x1b[?2004l" : "", stdout);
    std::fflush(stdout);
  }

 private:
  termios before_ = {};
  bool is_there_;
};

// A child process and its deadline.
struct ChildWait {
  pid_t child;
  double until;
  int status = 0;
  bool is_stopped = false;  // true after a signal was forwarded
};

// Returns whether the child has ended. Otherwise, forwards a signal, if one arrived. A script can
// handle a request to end, and save its state, but it cannot ignore the request: the deadline
// becomes shorter.
bool ended(ChildWait& it, const sigset_t& signals) {
  if (waitpid(it.child, &it.status, WNOHANG) == it.child) return true;
  double left = std::max(0.0, it.until - now_s());
  double whole = std::floor(left);
  timespec wait = {static_cast<time_t>(whole), static_cast<long>((left - whole) * 1e9)};
  int signal = sigtimedwait(&signals, nullptr, &wait);
  if (signal <= 0 || signal == SIGCHLD) return false;
  kill(it.child, signal);
  if (!it.is_stopped) it.until = std::min(it.until, now_s() + grace_s);
  it.is_stopped = true;
  return false;
}

Status wait_for(pid_t child, const SharedOptions& shared, const sigset_t& before) {
  std::signal(SIGINT, SIG_IGN);
  TerminalState terminal;
  sigset_t signals = waited_for();
  ChildWait it{.child = child, .until = now_s() + shared.time_s + grace_s};
  bool is_late = false;
  while (!ended(it, signals)) {
    if (is_late || now_s() < it.until) continue;
    is_late = true;
    kill(child, SIGKILL);
    it.until += shared.time_s + grace_s;
  }
  sigprocmask(SIG_SETMASK, &before, nullptr);
  if (WIFSIGNALED(it.status)) {
    terminal.restore();
    if (is_late && it.is_stopped) {
      std::fputs("error[limit]: the sandbox was asked to end, did not end, and was killed\n",
                 stderr);
      return Status::limit;
    }
    return status_of_killed(WTERMSIG(it.status), shared.time_s, is_late);
  }
  return static_cast<Status>(WEXITSTATUS(it.status));
}

// Drops the capabilities of root, except those for accessing files, which Landlock restricts.
const char* drop_capabilities() {
  __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3, .pid = 0};
  __user_cap_data_struct sets[_LINUX_CAPABILITY_U32S_3] = {};
  if (syscall(SYS_capget, &header, sets) != 0) return std::strerror(errno);
  uint32_t kept = (1U << CAP_DAC_OVERRIDE) | (1U << CAP_DAC_READ_SEARCH);
  sets[0] = {.effective = sets[0].effective & kept,
             .permitted = sets[0].permitted & kept,
             .inheritable = 0};
  sets[1] = {};
  return syscall(SYS_capset, &header, sets) == 0 ? "" : std::strerror(errno);
}

void warn(const Guards& missing) {
  for (const std::string& each : {missing.files, missing.calls}) {
    if (!each.empty())
      std::fputs(str("warning: the sandbox lacks a guard: ", each, "\n").c_str(), stderr);
  }
}

}  // namespace

Guards missing_guards() {
  Guards out;
  if (landlock_version() == 0) out.files = "this kernel has no Landlock, which restricts files";
  if (!can_restrict_calls()) out.calls = "this kernel has no seccomp, which restricts system calls";
  return out;
}

namespace {

// Restricts the process, which must not have other threads. Both rulesets are created, and all
// granted files are opened, before `read` reads a script. Enforcing the second ruleset opens no
// file.
void guard(const SandboxAccess& access, bool net, const std::function<void()>& read) {
  check_stack();  // reads the end of the stack from /proc, which is not possible later
  Guards missing = missing_guards();
  bool has_landlock = missing.files.empty();
  Ruleset reading, running;
  std::string fault;
  auto then = [&](const std::function<std::string()>& step) {
    if (fault.empty()) fault = step();
  };
  if (has_landlock) {
    then([&] { return reading.make(access.reading(), net); });
    then([&] { return running.make(access.running(), net); });
  }
  then([] { return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 ? "" : std::strerror(errno); });
  then(drop_capabilities);
  if (has_landlock) then([&] { return reading.enforce(); });
  if (missing.calls.empty()) {
    then([&] { return restrict_calls(net, running.descriptor()); });
  }
  if (fault.empty()) read();
  if (has_landlock) then([&] { return running.enforce(); });
  if (!fault.empty()) throw Error(Code::device, str("cannot create a sandbox: ", fault));
}

// Prints an error that occurred before the script runs, and returns `status`.
[[nodiscard]] Status failed(const Error& error, Status status) {
  std::string text = str("error[", name(error.code()), "]: ", shown_message(error.what()), "\n");
  if (!error.help().empty()) text += str("  help: ", error.help(), "\n");
  std::fputs(text.c_str(), stderr);
  return status;
}

// Performs steps 1 to 4. Returns a status if one of them fails.
std::optional<Status> raise_guards(const SandboxOptions& options, const SharedOptions& shared,
                                   const Scripts& scripts, SandboxState& sandbox) {
  std::optional<SandboxAccess> access;
  try {
    access.emplace(options, scripts);
  } catch (const Error& error) {
    return failed(error, Status::usage);
  }
  sandbox.grants = access->grants();
  auto room = static_cast<size_t>(shared.memory_mb * 1e6);
  try {
    guard(*access, options.net, [&] { sandbox.texts = access->read_texts(room); });
  } catch (const Error& error) {
    return failed(error, error.code() == Code::device ? Status::usage : Status::script);
  } catch (const std::bad_alloc&) {
    return failed(Error(Code::memory, "not enough memory to read the script and its modules"),
                  Status::script);
  }
  return {};
}

}  // namespace

void guard(const SandboxOptions& options, const Scripts& scripts) {
  guard(SandboxAccess(options, scripts), options.net, [] {});
}

void give_sandbox(const SandboxState& sandbox, Interpreter& interpreter) {
  interpreter.state().set_grants(sandbox.grants);
  interpreter.carry_modules(sandbox.texts);
}

std::string script_text(const SharedOptions& shared, const std::string& path) {
  if (shared.sandbox != nullptr) {
    const ImportedTexts& read = shared.sandbox->texts;
    for (const auto* texts : {&read.texts, &read.pages}) {
      auto found = texts->find(path);
      if (found != texts->end()) return found->second;
    }
  }
  return read_source(path);
}

Status sandboxed(const SandboxOptions& options, SharedOptions& shared, const Scripts& scripts,
                 const std::function<Status()>& act) {
  Guards missing = missing_guards();
  bool lacks_some = !missing.files.empty() || !missing.calls.empty();
  if (lacks_some && options.mode == "strict") return refuse(missing);
  warn(missing);
  if (shared.time_s == 0) shared.time_s = usual_time_s;
  if (shared.memory_mb == 0) shared.memory_mb = usual_memory_mb;
  std::fflush(nullptr);
  sigset_t before, signals = waited_for();
  sigprocmask(SIG_BLOCK, &signals, &before);
  pid_t parent = getpid(), child = fork();
  if (child < 0) {
    return failed(Error(Code::device, str("cannot create a sandbox: ", std::strerror(errno))),
                  Status::usage);
  }
  if (child > 0) return wait_for(child, shared, before);
  sigprocmask(SIG_SETMASK, &before, nullptr);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) std::_Exit(static_cast<int>(Status::limit));
  syscall(SYS_close_range, 3u, ~0u, 0u);
  clean_environment(options);
  limit_process(shared, scripts.size() + options.reads.size() + options.writes.size());
  SandboxState sandbox;
  if (auto fault = raise_guards(options, shared, scripts, sandbox)) {
    std::_Exit(static_cast<int>(*fault));
  }
  shared.sandbox = &sandbox;
  return act();
}

}  // namespace rille
