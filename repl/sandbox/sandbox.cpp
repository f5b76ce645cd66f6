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

#include "jit/plugin.h"
#include "repl/interpreter.h"
#include "repl/sandbox/calls.h"
#include "repl/sandbox/landlock.h"
#include "repl/scripts.h"
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

// Our own plugins lie beside the program, unless a variable names them.
void add_plugins(std::vector<OpenPath>& out) {
  std::error_code failed;
  fs::path folder = fs::path(path_beside("", "")).parent_path();
  for (const auto& entry : fs::directory_iterator(folder, failed)) {
    std::string name = entry.path().filename().string();
    bool is_plugin = name.starts_with("librille") && name.find(".so") != std::string::npos;
    if (is_plugin || name == "rille") out.push_back({entry.path().string()});
  }
  for (const char* variable : {"RILLE_LLVM", "RILLE_EAGER", "RILLE_REMOTE"}) {
    if (const char* path = std::getenv(variable)) out.push_back({path});
  }
}

// What the command line grants for the whole run.
std::vector<OpenPath> grants_of(const SandboxWish& wish, const Scripts& scripts) {
  std::vector<OpenPath> out;
  for (const char* path : own_reads) out.push_back({path});
  if (wish.net) {
    for (const char* path : net_reads) out.push_back({path});
  }
  add_plugins(out);
  for (const std::string& script : scripts) out.push_back({script});
  for (const std::string& path : wish.reads) out.push_back({path});
  for (const std::string& path : wish.writes) out.push_back({path, true});
  return out;
}

// Where modules lie: the folder of each script, and those that the user names in RILLE_PATH.
std::vector<std::string> module_folders(const Scripts& scripts) {
  std::vector<std::string> out;
  if (!scripts.empty()) out = module_path();
  for (const std::string& script : scripts) {
    std::error_code failed;
    fs::path folder = fs::path(script).parent_path();
    if (!fs::is_directory(script, failed)) out.push_back(folder.empty() ? "." : folder.string());
  }
  return out;
}

// Whether a path lies below one of the folders, symbolic links followed.
bool is_below(const std::string& path, const std::vector<std::string>& folders) {
  fs::path real = canonical_path(path);
  return std::ranges::any_of(folders, [&](const std::string& folder) {
    fs::path above = canonical_path(folder);
    return std::ranges::mismatch(above, real).in1 == above.end();
  });
}

// A module that a script names: below what is granted any file is one; elsewhere only the scripts
// below the folders of modules are, so that an error of the parser shows no line of another file.
bool may_import(const std::string& path, const SandboxWish& wish, const Scripts& scripts) {
  for (const auto& granted : {scripts, wish.reads, wish.writes}) {
    if (is_below(path, granted)) return true;
  }
  return canonical_path(path).ends_with(".rille") && is_below(path, module_folders(scripts));
}

Grants script_grants(const SandboxWish& wish, const Scripts& scripts) {
  Grants out;
  out.paths = scripts;
  out.paths->insert(out.paths->end(), wish.reads.begin(), wish.reads.end());
  out.paths->insert(out.paths->end(), wish.writes.begin(), wish.writes.end());
  out.writable = wish.writes;
  out.net = wish.net;
  out.sandbox = true;
  return out;
}

// The texts of the scripts and of all that they import. What fails here fails again in the run,
// which reports it.
ImportedTexts texts_of(const SandboxWish& wish, const Scripts& scripts) {
  ImportedTexts out{.is_complete = false};
  auto may_read = [&](const std::string& path) { return may_import(path, wish, scripts); };
  try {
    for (const std::string& path : scripts_under(scripts)) gather_texts(path, may_read, out);
  } catch (const std::exception&) {
    return {.is_complete = false};
  }
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

// One process without threads, so that all of it is guarded. Both rulesets are made, and all that
// is granted is opened, before anything is read; enforcing the second one opens nothing.
void guard(const SandboxWish& wish, const Scripts& scripts, const std::function<void()>& read) {
  Guards missing = missing_guards();
  bool has_landlock = missing.files.empty();
  std::vector<OpenPath> grants = grants_of(wish, scripts), with_modules = grants;
  for (const std::string& folder : module_folders(scripts)) {
    with_modules.push_back({.path = folder, .lists = false});
  }
  Ruleset reading, running;
  std::string fault;
  auto then = [&](const std::function<std::string()>& step) {
    if (fault.empty()) fault = step();
  };
  if (has_landlock) {
    then([&] { return reading.make(with_modules, wish.net); });
    then([&] { return running.make(grants, wish.net); });
  }
  then([] { return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 ? "" : std::strerror(errno); });
  if (has_landlock) then([&] { return reading.enforce(); });
  if (missing.calls.empty()) {
    then([&] { return restrict_calls(wish.net, running.descriptor()); });
  }
  if (fault.empty()) read();
  if (has_landlock) then([&] { return running.enforce(); });
  if (!fault.empty()) throw Error(Code::device, str("no sandbox can be made: ", fault));
}

void give_sandbox(const InSandbox& sandbox, Interpreter& interpreter) {
  interpreter.state().set_grants(sandbox.grants);
  interpreter.carry_modules(sandbox.texts);
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
  InSandbox sandbox{.grants = script_grants(wish, scripts), .texts = {}};
  try {
    guard(wish, scripts, [&] { sandbox.texts = texts_of(wish, scripts); });
  } catch (const Error& error) {
    std::fputs(str("error[device]: ", shown_message(error.what()), "\n").c_str(), stderr);
    std::_Exit(static_cast<int>(Status::usage));
  }
  shared.sandbox = &sandbox;
  return act();
}

}  // namespace rille
