// starved: scripts with the n-th allocation failing.
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "backends/backend.h"
#include "backends/host/kernels.h"
#include "repl/interpreter.h"
#include "tests/starved/failing.h"
#include "vm/call.h"

namespace rille {
namespace {

constexpr unsigned patience_s = 120;  // for one point: a guard against hangs
constexpr const char* known = "fn f(x) = sum(x * 2.0 + 1.0)\nprint(f([1.0, 2.0]), jit(f)(ones(3)))";
constexpr const char* known_says = "8 9\n";

struct Script {
  std::string name, text;
};

// What stands in "scripts": texts, each below a line "--- name".
std::vector<Script> scripts_of(const char* path) {
  std::ifstream file(path);
  std::vector<Script> out;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("--- ")) {
      out.push_back({line.substr(4), ""});
    } else if (!out.empty()) {
      out.back().text += line + "\n";
    }
  }
  return out;
}

// What one process tells the one that watches it.
struct Told {
  int64_t at = 0;      // the point that is tried
  int64_t points = 0;  // tried so far
  int64_t failed = 0;  // of these, ended with error[memory]
  int64_t wrong = 0;   // what should not be
  bool over = false;   // no point is left
};

int64_t kernels_made() {
  KernelCounts counts = kernel_counts();
  return counts.compiled + counts.read + counts.packed;
}

struct Sweep {
  const Script& script;
  bool on;  // all from the n-th on fail
  int64_t every;
  Told& told;
  std::string written = {};
  std::unique_ptr<Interpreter> interpreter = {};
  std::string expected = {};  // what the script says, or its error

  void wrong(const std::string& what) {
    if (++told.wrong <= 3) {
      std::printf("%s, %s at %lld: %s\n", script.name.c_str(), on ? "all" : "one",
                  static_cast<long long>(told.at), what.c_str());
      std::fflush(stdout);
    }
  }

  void open() {
    interpreter = std::make_unique<Interpreter>([this](std::string_view text) { written += text; });
  }

  // What the text says and how it ends; with the n-th allocation failing where n is not 0.
  Outcome run(const std::string& text, int64_t at, bool& has_failed) {
    written.clear();
    written.reserve(1 << 16);
    std::string copy = text, name = "starved.rille";
    Outcome out;
    if (at > 0) Failing::arm(at, on);
    try {
      out = interpreter->run_text(std::move(name), std::move(copy));
      has_failed = Failing::disarm();
    } catch (const std::exception& exception) {  // as a host would
      has_failed = Failing::disarm();
      out.errors.push_back(error_of(exception));
    }
    return out;
  }

  std::string text_of(const Outcome& outcome) {
    return outcome.ok() ? std::string() : interpreter->render(outcome.errors.front());
  }

  // The script with fresh numbers in its holes.
  std::string text_for(int64_t number) {
    std::string text = script.text;
    for (size_t hole; (hole = text.find("@@")) != text.npos;) {
      text.replace(hole, 2, std::to_string(number));
    }
    return text;
  }

  bool has_holes() const { return script.text.find("@@") != std::string::npos; }

  void judge(const Outcome& outcome) {
    if (!outcome.ok() && outcome.errors.front().code() == Code::memory) {
      ++told.failed;
    } else if (!has_holes() && written + text_of(outcome) != expected) {
      wrong("it says " + written + text_of(outcome));
    }
  }

  // false: the script ended before its n-th allocation.
  bool point() {
    alarm(patience_s);
    bool has_failed = false;
    Outcome outcome = run(text_for(told.at), told.at, has_failed);
    if (!has_failed) return false;
    ++told.points;
    judge(outcome);
    has_failed = false;
    Outcome after = run(known, 0, has_failed);
    if (!after.ok() || written != known_says) wrong("the next script: " + written + text_of(after));
    return true;
  }

  void all() {
    int64_t from = told.at;
    int64_t arrays = host_space().live_bytes();
    open();
    bool has_failed = false;
    for (int i = 0; i < 2; ++i) {
      Outcome clean = run(text_for(0), 0, has_failed);
      expected = written + text_of(clean);
      run(known, 0, has_failed);
    }
    // What failures leave to the device's caches, half of it ready, they leave once.
    for (told.at = from; point();) told.at += 5 * every;
    interpreter.reset();
    told = {.at = from, .wrong = told.wrong};
    host_space().trim();
    int64_t blocks = Failing::live_blocks(), made = executables_made(), kernels = kernels_made();
    open();
    while (point()) told.at += every;
    if (on) Failing::arm(1, true);  // what ends needs no memory
    interpreter.reset();
    Failing::disarm();
    host_space().trim();
    int64_t left = Failing::live_blocks() - blocks;
    constexpr int64_t of_an_executable = 100;  // plan, graph, origins
    constexpr int64_t of_a_constant = 6;       // an interned record of attributes
    constexpr int64_t of_a_kernel = 60;        // its nest
    int64_t kept =
        of_an_executable * (executables_made() - made) + of_a_kernel * (kernels_made() - kernels);
    if (has_holes()) kept += of_a_constant * told.points;
    if (left > told.points / 8 + 64 + kept) wrong(std::to_string(left) + " blocks stay");
    if (int64_t more = host_space().live_bytes() - arrays; more > 4096) {
      wrong(std::to_string(more) + " bytes of arrays stay");
    }
    told.over = true;
  }
};

// Runs the sweep in processes of its own, a new one behind each that ended badly.
int64_t swept(const Script& script, bool on, int64_t every, Told& told) {
  constexpr int most = 20;
  int64_t crashes = 0;
  while (!told.over && crashes < most) {
    std::fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
      Sweep{script, on, every, told}.all();
      std::fflush(stdout);
      _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    if (told.over) break;
    ++crashes;
    std::printf("%s, %s at %lld: the process ends by %s %d\n", script.name.c_str(),
                on ? "all" : "one", static_cast<long long>(told.at),
                WIFSIGNALED(status) ? "signal" : "status",
                WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
    told.at += every;
  }
  return crashes + told.wrong;
}

int try_one(const char* path, const std::string& which, const std::string& name, int64_t at) {
  for (const Script& script : scripts_of(path)) {
    if (script.name != name) continue;
    Told told = {.at = at};
    Sweep{script, which == "all", INT64_MAX / 2, told}.all();
    std::printf("%lld wrong\n", static_cast<long long>(told.wrong));
    return told.wrong == 0 ? 0 : 1;
  }
  return 2;
}

int sweep_all(const char* path, int64_t every, const std::string& only) {
  auto* told = static_cast<Told*>(
      mmap(nullptr, sizeof(Told), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  int64_t failed = 0, passed = 0;
  for (const Script& script : scripts_of(path)) {
    if (script.name.find(only) == std::string::npos) continue;
    for (bool on : {false, true}) {
      *told = {.at = 1};
      int64_t wrong = swept(script, on, every, *told);
      std::printf("%-24s %-4s %7lld points %7lld errors %4lld wrong\n", script.name.c_str(),
                  on ? "all" : "one", static_cast<long long>(told->points),
                  static_cast<long long>(told->failed), static_cast<long long>(wrong));
      ++(wrong == 0 ? passed : failed);
    }
  }
  std::printf("%lld passed, %lld failed\n", static_cast<long long>(passed),
              static_cast<long long>(failed));
  return failed == 0 ? 0 : 1;
}

}  // namespace
}  // namespace rille

// usage: starved SCRIPTS [EVERY [NAME]], or, of one point in this process, for a debugger:
// starved SCRIPTS one|all NAME AT
int main(int count, char** words) {
  if (count < 2) return 2;
  setenv("RILLE_THREADS", "2", 0);
  if (count == 5) return rille::try_one(words[1], words[2], words[3], std::atoll(words[4]));
  return rille::sweep_all(words[1], count > 2 ? std::atoll(words[2]) : 7,
                          count > 3 ? words[3] : "");
}
