// Sandbox: what is granted, the child, and who waits for it.
#include "repl/sandbox.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <set>

#include "jit/plugin.h"
#include "lang/parse.h"
#include "repl/modules.h"
#include "repl/sandbox/calls.h"
#include "repl/sandbox/landlock.h"
#include "stdlib/file.h"
#include "vm/visible.h"

namespace rille {
namespace {

namespace fs = std::filesystem;

constexpr double usual_time_s = 60, usual_memory_mb = 1024;
constexpr double grace_s = 5;      // a child that its own limits have not ended by then is killed
constexpr double spare_mb = 1024;  // beside the script's memory: the program, its compiler, threads
constexpr rlim_t most_files = 256;

// What the program itself reads: libraries, the clock's zones, the processor's own description.
constexpr const char* own_reads[] = {
    "/lib",           "/lib64",           "/usr/lib",       "/usr/lib64",
    "/usr/local/lib", "/etc/ld.so.cache", "/etc/localtime", "/usr/share/zoneinfo",
    "/dev/null",      "/dev/zero",        "/dev/urandom",   "/sys/devices/system/cpu",
    "/proc/cpuinfo",  "/proc/meminfo"};
// What names of hosts and their certificates are looked up in.
constexpr const char* net_reads[] = {
    "/etc/resolv.conf", "/etc/hosts",     "/etc/nsswitch.conf", "/etc/gai.conf",
    "/etc/services",    "/etc/host.conf", "/etc/ssl",           "/usr/share/ca-certificates"};

// The files that a script imports, and theirs: nothing is run, what is wrong is the run's to tell.
void add_imports(const std::string& script, std::set<std::string>& seen) {
  if (!seen.insert(canonical_path(script)).second || !file_exists(script)) return;
  std::vector<Error> errors;
  lang::File tree;
  try {
    tree = lang::parse({script, read_source(script)}, 0, errors);
  } catch (const Error&) {
    return;  // the run reads it again, and says so
  }
  if (tree.top == nullptr) return;
  for (const lang::Stmt* s : tree.top->statements) {
    if (s->kind != lang::StmtKind::import) continue;
    const auto& import = *static_cast<const lang::Import*>(s);
    std::vector<std::string> tried;
    std::string path = module_file(import.path, import.is_file, script, tried);
    if (!path.empty()) add_imports(path, seen);
  }
}

// Our own plugins lie beside the program, unless a variable names them.
void add_plugins(std::vector<OpenPath>& out) {
  std::error_code failed;
  fs::path folder = fs::path(path_beside("", "")).parent_path();
  for (const auto& entry : fs::directory_iterator(folder, failed)) {
    std::string name = entry.path().filename().string();
    bool is_plugin = name.starts_with("librille") && name.find(".so") != std::string::npos;
    if (is_plugin || name == "rille") out.push_back({entry.path().string()});
  }
  for (const char* variable : {"RILLE_LLVM", "RILLE_EAGER"}) {
    if (const char* path = std::getenv(variable)) out.push_back({path});
  }
}

std::vector<OpenPath> grants_of(const SandboxWish& wish, const Scripts& scripts) {
  std::vector<OpenPath> out;
  for (const char* path : own_reads) out.push_back({path});
  if (wish.net) {
    for (const char* path : net_reads) out.push_back({path});
  }
  add_plugins(out);
  std::set<std::string> modules;
  for (const std::string& script : scripts) {
    out.push_back({script});
    if (!fs::is_directory(script)) add_imports(script, modules);
  }
  for (const std::string& path : modules) out.push_back({path});
  for (const std::string& path : wish.reads) out.push_back({path});
  for (const std::string& path : wish.writes) out.push_back({path, true});
  return out;
}

// Variables that say how to show and compute; all others may be secrets.
bool is_harmless(std::string_view variable) {
  constexpr std::string_view names[] = {"LANG",    "TERM",  "COLORTERM", "NO_COLOR",
                                        "COLUMNS", "LINES", "TZ",        "PATH"};
  std::string_view name = variable.substr(0, variable.find('='));
  return name.starts_with("RILLE_") || name.starts_with("LC_") ||
         std::ranges::find(names, name) != std::end(names);
}

// Compiled code is not kept: a later run would trust it. What has no net asks no server twice.
void clean_environment(const SandboxWish& wish) {
  std::vector<std::string> secrets;
  for (char** at = environ; !wish.env && at != nullptr && *at != nullptr; ++at) {
    std::string variable = *at;
    if (!is_harmless(variable)) secrets.push_back(variable.substr(0, variable.find('=')));
  }
  for (const std::string& name : secrets) unsetenv(name.c_str());
  setenv("RILLE_CACHE", "off", 1);
  if (!wish.net) setenv("RILLE_REMOTE_TRIES", "1", 1);
}

void limit(int what, double to) {
  auto value = static_cast<rlim_t>(to);
  rlimit now = {};
  if (getrlimit(static_cast<__rlimit_resource>(what), &now) != 0) return;
  if (now.rlim_max != RLIM_INFINITY) value = std::min(value, now.rlim_max);
  rlimit both = {value, value};
  setrlimit(static_cast<__rlimit_resource>(what), &both);
}

void limit_process(const Shared& shared) {
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_NOFILE, most_files);
#if !defined(__SANITIZE_ADDRESS__)  // whose shadow of all memory would count
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
  std::fputs(str("error[device]: no sandbox can be made here: ", why,
                 "\n  help: `--sandbox=best-effort` runs with the guards that there are\n")
                 .c_str(),
             stderr);
  return Status::usage;
}

// Signals that the one who waits passes on, while Ctrl-C reaches both.
sigset_t waited_for() {
  sigset_t out;
  sigemptyset(&out);
  for (int signal : {SIGCHLD, SIGTERM, SIGHUP, SIGQUIT}) sigaddset(&out, signal);
  return out;
}

Status status_of_killed(int signal, double time_s, bool is_late) {
  std::string why = str("error[limit]: the sandbox was ended by signal ", signal);
  if (is_late || signal == SIGXCPU) {
    why = str("error[limit]: the time limit of ", time_s, " s is over: the sandbox was ended");
  } else if (signal == SIGKILL) {
    why = "error[limit]: the sandbox was killed: the machine ran out of memory, or somebody did it";
  }
  std::fputs((why + "\n").c_str(), stderr);
  return Status::limit;
}

double now_s() {
  timespec now = {};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

// Whether the child ended; else what came meanwhile has been passed on.
bool ended(pid_t child, const sigset_t& signals, double until, int& status) {
  if (waitpid(child, &status, WNOHANG) == child) return true;
  double left = std::max(0.0, until - now_s());
  double whole = std::floor(left);
  timespec wait = {static_cast<time_t>(whole), static_cast<long>((left - whole) * 1e9)};
  int signal = sigtimedwait(&signals, nullptr, &wait);
  if (signal > 0 && signal != SIGCHLD) kill(child, signal);
  return false;
}

Status wait_for(pid_t child, const Shared& shared, const sigset_t& before) {
  std::signal(SIGINT, SIG_IGN);
  sigset_t signals = waited_for();
  double until = now_s() + shared.time_s + grace_s;
  bool is_late = false;
  int status = 0;
  while (!ended(child, signals, until, status)) {
    if (is_late || now_s() < until) continue;
    is_late = true;
    kill(child, SIGKILL);
    until += shared.time_s + grace_s;
  }
  sigprocmask(SIG_SETMASK, &before, nullptr);
  if (WIFSIGNALED(status)) return status_of_killed(WTERMSIG(status), shared.time_s, is_late);
  return static_cast<Status>(WEXITSTATUS(status));
}

void warn(const Guards& missing) {
  for (const std::string& each : {missing.files, missing.calls}) {
    if (!each.empty())
      std::fputs(str("warning: the sandbox is weaker: ", each, "\n").c_str(), stderr);
  }
}

}  // namespace

Guards missing_guards() {
  Guards out;
  if (landlock_version() == 0) out.files = "this kernel has no Landlock, which guards files";
  if (!can_restrict_calls()) out.calls = "this kernel has no seccomp, which guards system calls";
  return out;
}

// One process without threads, so that all of it is guarded.
void guard(const SandboxWish& wish, const Scripts& scripts) {
  std::vector<OpenPath> grants = grants_of(wish, scripts);
  Guards missing = missing_guards();
  std::string fault;
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) fault = std::strerror(errno);
  if (fault.empty() && missing.files.empty()) fault = restrict_files(grants, wish.net);
  if (fault.empty() && missing.calls.empty()) fault = restrict_calls(wish.net);
  if (!fault.empty()) throw Error(Code::device, str("no sandbox can be made: ", fault));
}

Status sandboxed(const SandboxWish& wish, Shared& shared, const Scripts& scripts,
                 const std::function<Status()>& act) {
  Guards missing = missing_guards();
  bool lacks_some = !missing.files.empty() || !missing.calls.empty();
  if (lacks_some && wish.mode == "strict") return refuse(missing);
  warn(missing);
  if (shared.time_s == 0) shared.time_s = usual_time_s;
  if (shared.memory_mb == 0) shared.memory_mb = usual_memory_mb;
  std::fflush(nullptr);
  sigset_t before, signals = waited_for();
  sigprocmask(SIG_BLOCK, &signals, &before);
  pid_t parent = getpid(), child = fork();
  if (child < 0) {
    std::fputs(str("error[device]: no sandbox can be made: ", std::strerror(errno), "\n").c_str(),
               stderr);
    return Status::usage;
  }
  if (child > 0) return wait_for(child, shared, before);
  sigprocmask(SIG_SETMASK, &before, nullptr);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) std::_Exit(static_cast<int>(Status::limit));
  syscall(SYS_close_range, 3u, ~0u, 0u);
  clean_environment(wish);
  limit_process(shared);
  try {
    guard(wish, scripts);
  } catch (const Error& error) {
    std::fputs(str("error[device]: ", shown_message(error.what()), "\n").c_str(), stderr);
    std::_Exit(static_cast<int>(Status::usage));
  }
  return act();
}

}  // namespace rille
