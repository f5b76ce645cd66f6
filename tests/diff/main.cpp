// Random graphs by many oracles: diff [--seed N] [--count N].
#include <sys/time.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <new>

#include "backends/backend.h"
#include "tests/diff/amx.h"
#include "tests/diff/processes.h"
#include "tests/diff/reduce.h"
#include "vm/text.h"

namespace rille::diff {
namespace {

constexpr int max_jobs = 16, max_oracles = 32;
constexpr int64_t block = 16;          // seeds that a worker takes at a time
constexpr int64_t per_process = 3000;  // types and attributes live for ever: then a new process
constexpr unsigned limit_s = 120;      // for one graph

struct Asked {
  uint64_t seed = 0;
  int64_t count = 3000;
  double minutes = 0;
  int jobs = 1;
  int64_t jit_every = 1;
  int64_t elsewhere_every = 16;
  std::string oracles = "all";
  uint64_t replay = UINT64_MAX, reduce = UINT64_MAX;
  int shown = 5;
};

struct Tally {
  std::atomic<int64_t> spoke, silent, faults;
};

// What the processes share.
struct Shared {
  std::atomic<int64_t> next, done, bad, deaths, shown;
  Tally tallies[max_oracles];
  Tally elsewhere[4];
  struct Place {
    std::atomic<int64_t> at, end;  // the seed, and the end of its block
  } places[max_jobs];
};

// Where code of other kinds is made: its digests must be those of this process.
struct Elsewhere {
  const char *name, *variable, *value;
};
constexpr Elsewhere variants[] = {{"baseline", "RILLE_ISA", "baseline"},
                                  {"avx2", "RILLE_ISA", "avx2"},
                                  {"schedule", "RILLE_TEST_SCHEDULE", "1"}};

bool compiles(const Oracle& oracle) {
  constexpr std::string_view names[] = {"jit", "rows", "donate", "memory", "threads"};
  return std::ranges::find(names, oracle.name) != std::end(names);
}

class Run {
 public:
  Run(const Asked& asked, Shared& shared, uint64_t* digests)
      : asked_(asked), shared_(shared), digests_(digests) {
    for (const Oracle& oracle : oracles()) {
      asked_for_.push_back(names(oracle.name));
    }
  }

  bool everywhere() const { return names("elsewhere"); }

  int one(uint64_t seed, bool reduces) {
    int faults = 0;
    Trial plain = trial_of(seed, {}), wide = trial_of(seed, {.wide = true});
    for (size_t i = 0; i < oracles().size(); ++i) {
      const Oracle& oracle = oracles()[i];
      bool is_turn = !compiles(oracle) || static_cast<int64_t>(seed) % asked_.jit_every == 0;
      if (!asked_for_[i] || !is_turn) continue;
      const Trial& trial = oracle.wide ? wide : plain;
      Verdict verdict = judged(oracle, trial.graph, trial.args, seed);
      Tally& tally = shared_.tallies[i];
      ++(verdict.spoke ? tally.spoke : tally.silent);
      if (!verdict.fault) continue;
      ++tally.faults;
      ++faults;
      tell(oracle, trial, seed, *verdict.fault, reduces);
    }
    return faults;
  }

  // A seed that computes for too long ends its process, by whatever else the machine does; one that
  // waits for ever does as well.
  static void watch() {
    itimerval computing{.it_interval = {}, .it_value = {.tv_sec = limit_s, .tv_usec = 0}};
    setitimer(ITIMER_PROF, &computing, nullptr);
    alarm(20 * limit_s);
  }

  // Takes blocks of seeds until there are none left, or it has done enough.
  void work(int job) {
    auto& place = shared_.places[job];
    for (int64_t mine = 0; mine < per_process;) {
      if (place.at >= place.end) {
        if (over()) return;
        int64_t first = shared_.next.fetch_add(block);
        if (first >= asked_.count) return;
        place.at = first;
        place.end = std::min(first + block, asked_.count);
      }
      for (; place.at < place.end; ++place.at, ++mine) {
        watch();
        seed(place.at);
      }
    }
  }

  void seed(int64_t number) {
    uint64_t seed = asked_.seed + static_cast<uint64_t>(number);
    if (one(seed, false) > 0) ++shared_.bad;
    ++shared_.done;
    if (everywhere() && number % asked_.elsewhere_every == 0) {
      Trial trial = trial_of(seed, {});
      if (!decomposes(trial.graph)) digests_[number] = digest(trial.graph, trial.args);
    }
  }

  // The seeds whose digests there are, in a process of another kind.
  void compare(int variant, int job) {
    for (int64_t number = job * asked_.elsewhere_every; number < asked_.count;
         number += asked_.jobs * asked_.elsewhere_every) {
      if (digests_[number] == 0) continue;
      watch();
      shared_.places[job].at = number;
      uint64_t seed = asked_.seed + static_cast<uint64_t>(number);
      Trial trial = trial_of(seed, {});
      set_host_threads(static_cast<int>(1 + seed % 2));
      ++shared_.elsewhere[variant].spoke;
      if (digest(trial.graph, trial.args) == digests_[number]) continue;
      ++shared_.elsewhere[variant].faults;
      ++shared_.bad;
      std::printf("--- seed %lu, elsewhere: other bits with %s=%s\n%s", seed,
                  variants[variant].variable, variants[variant].value, described(trial).c_str());
      std::fflush(stdout);
    }
  }

 private:
  // Instruction sets differ there: docs/numerics.md.
  static bool decomposes(const Graph& graph) {
    return std::ranges::any_of(graph.nodes, [](const Node& node) {
      return is_decomposition(*node.op) ||
             std::ranges::any_of(node.regions, [](const Region& r) { return decomposes(*r); });
    });
  }

  bool names(std::string_view oracle) const {
    std::string all = ',' + asked_.oracles + ',';
    return asked_.oracles == "all" || all.find(str(',', oracle, ',')) != std::string::npos;
  }

  bool over() const {
    auto now = std::chrono::steady_clock::now();
    return asked_.minutes > 0 &&
           std::chrono::duration<double>(now - started_).count() > 60 * asked_.minutes;
  }

  void tell(const Oracle& oracle, const Trial& trial, uint64_t seed, const std::string& fault,
            bool reduces) {
    if (++shared_.shown > asked_.shown && !reduces) return;
    std::string text = str("--- seed ", seed, ", ", oracle.name, ": ", fault, "\n");
    text += described(reduces ? reduced(oracle, seed, {.wide = oracle.wide}) : trial);
    if (reduces) {
      Trial small = reduced(oracle, seed, {.wide = oracle.wide});
      Verdict verdict = judged(oracle, small.graph, small.args, seed);
      text += str("small: ", verdict.fault.value_or("nothing"), "\n");
    }
    std::fwrite(text.data(), 1, text.size(), stdout);
    std::fflush(stdout);
  }

  const Asked& asked_;
  Shared& shared_;
  uint64_t* digests_;
  std::vector<bool> asked_for_;
  std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();
};

// One that dies is counted, and its place goes on.
template <class Body>
void in_processes(int jobs, Shared& shared, const Body& body) {
  diff::in_processes(jobs, body, [&](int job, int signal) {
    int64_t at = shared.places[job].at++;
    ++shared.deaths;
    ++shared.bad;
    std::printf("--- number %ld: its process died by signal %d\n", at, signal);
  });
}

void report(const Asked& asked, const Shared& shared, double seconds) {
  std::printf("%-10s %9s %9s %9s\n", "oracle", "judged", "silent", "faults");
  auto line = [](std::string_view name, const Tally& tally) {
    if (tally.spoke + tally.silent == 0) return;
    std::printf("%-10s %9ld %9ld %9ld\n", std::string(name).c_str(), tally.spoke.load(),
                tally.silent.load(), tally.faults.load());
  };
  for (size_t i = 0; i < oracles().size(); ++i) line(oracles()[i].name, shared.tallies[i]);
  for (size_t i = 0; i < std::size(variants); ++i) line(variants[i].name, shared.elsewhere[i]);
  int64_t done = shared.done;
  std::printf("seeds %lu to %lu, %.1f s, %.0f graphs a second, %ld processes died\n", asked.seed,
              asked.seed + static_cast<uint64_t>(done), seconds,
              static_cast<double>(done) / seconds, shared.deaths.load());
  std::printf("%ld passed, %ld failed\n", done - std::min(done, shared.bad.load()),
              shared.bad.load());
}

int run(const Asked& asked) {
  auto* shared = new (shared_by_processes<Shared>(1)) Shared{};
  auto* digests = shared_by_processes<uint64_t>(static_cast<size_t>(asked.count) + 1);
  auto started = std::chrono::steady_clock::now();
  Run run(asked, *shared, digests);
  if (asked.replay != UINT64_MAX) return run.one(asked.replay, false) > 0;
  if (asked.reduce != UINT64_MAX) return run.one(asked.reduce, true) > 0;
  do {
    in_processes(asked.jobs, *shared, [&](int job) { run.work(job); });
    double s = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
    if (asked.minutes > 0 && s > 60 * asked.minutes) break;
  } while (shared->next < asked.count);
  for (int variant = 0; run.everywhere() && variant < std::ssize(variants); ++variant) {
    in_processes(asked.jobs, *shared, [&](int job) {
      setenv(variants[variant].variable, variants[variant].value, 1);
      run.compare(variant, job);
    });
  }
  auto seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
  report(asked, *shared, seconds);
  return shared->bad > 0;
}

}  // namespace
}  // namespace rille::diff

int main(int argc, char** argv) {
  rille::diff::Asked asked;
  CLI::App app("Draws random graphs and compares what different ways make of them.");
  app.add_option("--seed", asked.seed, "the first");
  app.add_option("--count", asked.count, "how many graphs");
  app.add_option("--minutes", asked.minutes, "no new graph is begun after these");
  app.add_option("--jobs", asked.jobs, "processes at once")->check(CLI::Range(1, 16));
  app.add_option("--oracles", asked.oracles, "names with commas between them, `elsewhere`, or all");
  app.add_option("--jit-every", asked.jit_every, "compiles one graph of so many");
  app.add_option("--elsewhere-every", asked.elsewhere_every,
                 "one of so many is compiled for other instruction sets and schedules");
  app.add_option("--replay", asked.replay, "one seed");
  app.add_option("--reduce", asked.reduce, "one seed, and a smaller graph of the same fault");
  bool emulates_amx = false;
  app.add_flag("--amx", emulates_amx, "emulates the tile registers of AMX where there are none");
  app.add_option("--shown", asked.shown, "faults that are printed");
  CLI11_PARSE(app, argc, argv);
  setenv("RILLE_CACHE", "off", 0);
  if (emulates_amx) rille::diff::emulate_amx();
  return rille::diff::run(asked);
}
