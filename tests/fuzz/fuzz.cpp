// Changed files for every reader, in one program.
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <map>
#include <new>

#include "repl/interpreter.h"
#include "tests/fuzz/edges.h"
#include "tests/fuzz/mutate.h"
#include "tests/fuzz/sums.h"
#include "tests/fuzz/texts.h"
#include "vm/call.h"

#if defined(RILLE_FUZZ) || defined(__SANITIZE_ADDRESS__)
// What stays at the end is left to the system; one block of 256 MB is more than any input
// justifies; where a block was taken is told in a replay with ASAN_OPTIONS=malloc_context_size=30.
extern "C" const char* __asan_default_options() {  // NOLINT(*-reserved-identifier)
  return "detect_leaks=0:max_allocation_size_mb=256:allocator_release_to_os_interval_ms=-1"
         ":malloc_context_size=1:quarantine_size_mb=16";
}
#endif

namespace rille::fuzz {
namespace {

using Clock = std::chrono::steady_clock;

double cpu_s() {
  timespec now = {};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

constexpr int max_jobs = 16;
constexpr int64_t per_process = 20'000;  // types and layouts live for ever: then a new process
constexpr int64_t block = 64;            // executions that a process takes at a time
constexpr size_t max_kept = 4096;        // inputs that went further
constexpr int64_t memory = int64_t{96} << 20;
constexpr int64_t max_output = int64_t{4} << 20;
constexpr unsigned hangs_s = 60;  // by the wall: a guard against hangs, no judge of speed
// A process that somebody had stopped meanwhile finds its time over when it goes on: it dies of the
// second alarm in a row.
volatile sig_atomic_t alarms = 0;
void on_alarm(int /*signal*/) {
  if (alarms++ > 0) std::signal(SIGALRM, SIG_DFL), raise(SIGALRM);
  alarm(hangs_s);
}

constexpr int64_t max_faults = 20;  // of a target: then it is told well enough
#if defined(RILLE_FUZZ) || defined(__SANITIZE_ADDRESS__)
constexpr double slow_s = 4;
#else
constexpr double slow_s = 1;
#endif

struct Asked {
  std::vector<std::string> targets;
  uint64_t seed = 0;
  int64_t count = 2000;
  int jobs = 1;
  double minutes = 0;
  std::string kept = "faults";
  std::string replay;
};

// What the processes of a target share.
struct Shared {
  std::atomic<int64_t> next, done, read, refused, memory, faults, further;
  std::atomic<double> longest_s;
  std::atomic<int64_t> alive[max_jobs];  // a process was begun so often
  Seen seen;
};

// A reader of targets.rille, or one of texts.h.
struct Target {
  std::string name, file;
  Value read, make;
  std::vector<std::string> samples;
  const Text* text = nullptr;
};

class Readers {
 public:
  Readers() : interpreter_([](std::string_view) {}) {
    need(interpreter_.run_file("tests/fuzz/targets.rille"));
    Value all = interpreter_.value_of("targets");
    for (const Value& row : all.items()) {
      Target target{.name = row.field("name")->string(),
                    .file = row.field("file")->string(),
                    .read = *row.field("read"),
                    .make = *row.field("make"),
                    .samples = {}};
      for (const Value& path : row.field("samples")->items()) {
        target.samples.push_back(path.string());
      }
      targets_.push_back(std::move(target));
    }
    for (const Text& text : texts()) {
      targets_.push_back({.name = text.name, .file = text.file, .text = &text});
    }
  }

  const std::vector<Target>& targets() const { return targets_; }

  std::vector<Files> good(const Target& target, const fs::path& folder) {
    std::vector<Files> out;
    if (target.text != nullptr) out = target.text->good();
    for (const std::string& path : target.samples) out.push_back(read_files(path));
    if (target.make.is_function()) {
      fs::remove_all(folder);
      fs::create_directories(folder);
      Value place(folder.string());
      need(interpreter_.act([&] { call(target.make.function(), {place}); }));
      for (const auto& entry : fs::directory_iterator(folder)) {
        out.push_back(read_files(entry.path()));
      }
    }
    return out;
  }

  // Limits as the command line's, for all that is read from now on: a State that gets new ones
  // looks through its memory.
  void limit(const Target& target) {
    bool runs = target.text != nullptr && target.text->runs;
    interpreter_.state().set_limits({.memory_bytes = memory,
                                     .wall_s = runs ? slow_s / 40 : slow_s,
                                     .output_bytes = max_output});
  }

  // Reads what stands at the path.
  Outcome read(const Target& target, const fs::path& path) {
    State& state = interpreter_.state();
    state.start_clock();
    Outcome out = interpreter_.act([&] {
      if (target.text != nullptr) {
        target.text->read(interpreter_, path);
      } else {
        call(target.read.function(), {Value(path.string())});
      }
    });
    state.stop_clock();
    state.resume();
    return out;
  }

 private:
  void need(const Outcome& outcome) {
    if (outcome.ok()) return;
    std::printf("%s\n", interpreter_.render(outcome.errors[0]).c_str());
    std::exit(2);
  }

  Interpreter interpreter_;
  std::vector<Target> targets_;
};

class Work {
 public:
  Work(const Asked& asked, Shared& shared, std::string target, fs::path folder, int job)
      : asked_(asked),
        shared_(shared),
        name_(std::move(target)),
        folder_(std::move(folder)),
        job_(job) {}

  void run() {
    Readers readers;
    const Target& target = *std::ranges::find(readers.targets(), name_, &Target::name);
    int64_t turn = shared_.alive[job_]++;
    Chance chance(asked_.seed * 1'000'003 + static_cast<uint64_t>(job_ * 1009 + turn));
    Place place(folder_ / target.file);
    good_ = readers.good(target, folder_ / "good");
    first_ = good_.size();
    take_further();
    Mutator mutator(chance, {good_.begin(), good_.begin() + static_cast<std::ptrdiff_t>(first_)});
    readers.limit(target);
    if (turn == 0) {
      for (const Files& files : std::vector<Files>(good_))
        one(readers, target, place, files, false);
    }
    for (int64_t mine = 0; mine < per_process; mine += block) {
      if (shared_.next.fetch_add(block) >= asked_.count || over()) return;
      for (int64_t i = 0; i < block; ++i) {
        const Files& from = chosen(chance);
        Files files = mutator.changed(from, chance.one_of(good_));
        if (!chance.once_in(8)) sum_again(files, from);
        one(readers, target, place, files, true);
      }
    }
  }

  bool is_done() const { return shared_.next >= asked_.count || over(); }

 private:
  bool over() const {
    if (shared_.faults >= max_faults) return true;
    auto spent = std::chrono::duration<double>(Clock::now() - started_).count();
    return asked_.minutes > 0 && spent > 60 * asked_.minutes;
  }

  // What the processes of this job before found, in its order.
  void take_further() {
    std::vector<fs::path> paths;
    for (const auto& entry : fs::directory_iterator(folder_ / "further")) {
      paths.push_back(entry.path());
    }
    std::ranges::sort(paths);
    for (const fs::path& path : paths) good_.push_back(read_files(path));
  }

  bool has_room() const { return good_.size() - first_ < max_kept; }

  // Half of all are samples, half are what went further, which soon is short and broken; of three
  // drawn mostly the shortest, which costs the least and in which a change is the likeliest to meet
  // what matters.
  const Files& chosen(Chance& chance) const {
    size_t from = 0, end = first_;
    if (good_.size() > first_ && chance.once_in(2)) from = first_, end = good_.size();
    auto draw = [&]() -> const Files& {
      return good_[from + static_cast<size_t>(chance.below(static_cast<int64_t>(end - from)))];
    };
    const Files* out = &draw();
    if (chance.once_in(16)) return *out;
    for (int i = 0; i < 2; ++i) {
      const Files& other = draw();
      if (size_of(other) < size_of(*out)) out = &other;
    }
    return *out;
  }

  // Reads an input. One that went further than all before it is kept, if it is asked for.
  void one(Readers& readers, const Target& target, Place& place, const Files& files, bool keeps) {
    alarms = 0;
    alarm(hangs_s);
    place.put(files);
    bool looks = has_room();
    if (looks) forget_run();
    auto begun = Clock::now();
    double worked = cpu_s();
    Outcome out = readers.read(target, place.path());
    // Others may have the cores: what counts is what it took of them, if that is less.
    double spent =
        std::min(std::chrono::duration<double>(Clock::now() - begun).count(), cpu_s() - worked);
    bool is_new = looks && went_further(shared_.seen) && keeps;
    ++shared_.done;
    if (spent > shared_.longest_s) shared_.longest_s = spent;
    std::string fault = fault_of(out, spent);
    if (!fault.empty()) tell(fault, files);
    if (is_new) {
      good_.push_back(files);
      write_files(folder_ / "further" / str(1'000'000 + good_.size()), files);
      ++shared_.further;
    }
  }

  std::string fault_of(const Outcome& out, double spent) {
    if (out.ok()) ++shared_.read;
    if (out.ok() && spent <= slow_s) return "";
    if (spent > slow_s) return str("it takes ", spent, " s");
    const Error& error = out.errors[0];
    ++(error.code() == Code::memory ? shared_.memory : shared_.refused);
    return error.code() == Code::bug ? error.what() : "";
  }

  void tell(const std::string& fault, const Files& files) {
    fs::path kept = fs::path(asked_.kept) / str(name_, "-", asked_.seed, "-", ++shared_.faults);
    write_files(kept, files);
    std::printf("%s: %s\n", kept.c_str(), fault.c_str());
    std::fflush(stdout);
  }

  const Asked& asked_;
  Shared& shared_;
  std::string name_;
  fs::path folder_;
  int job_;
  std::vector<Files> good_;  // samples, and behind them what went further
  size_t first_ = 0;         // how many are samples
  Clock::time_point started_ = Clock::now();
};

pid_t started(Work& work) {
  std::fflush(stdout);
  pid_t child = fork();
  if (child != 0) return child;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  std::signal(SIGALRM, on_alarm);
  work.run();
  std::fflush(stdout);
  _exit(0);
}

// A target's processes. What killed one is kept, and another goes on.
void judge(const Asked& asked, const std::string& name, const fs::path& folder, Shared& shared) {
  std::vector<Work> works;
  std::map<pid_t, int> running;
  for (int job = 0; job < asked.jobs; ++job) {
    fs::path own = folder / str(job);
    fs::remove_all(own);
    fs::create_directories(own / "further");
    works.emplace_back(asked, shared, name, own, job);
  }
  for (int job = 0; job < asked.jobs; ++job)
    running[started(works[static_cast<size_t>(job)])] = job;
  while (!running.empty()) {
    int status = 0;
    pid_t child = wait(&status);
    if (!running.contains(child)) continue;
    int job = running[child];
    running.erase(child);
    Work& work = works[static_cast<size_t>(job)];
    if (WIFEXITED(status) && WEXITSTATUS(status) == 2) std::exit(2);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
      fs::path kept = fs::path(asked.kept) / str(name, "-", asked.seed, "-", ++shared.faults);
      for (const auto& entry : fs::directory_iterator(folder / str(job))) {
        bool is_input = entry.path().filename() != "good" && entry.path().filename() != "further";
        if (is_input) write_files(kept, read_files(entry.path()));
      }
      std::printf("%s: its process died by %s %d\n", kept.c_str(),
                  WIFSIGNALED(status) ? "signal" : "status",
                  WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
    }
    if (!work.is_done() && shared.faults < max_faults) running[started(work)] = job;
  }
}

int replayed(const Asked& asked) {
  Readers readers;
  const auto& all = readers.targets();
  auto target = std::ranges::find(all, asked.targets.at(0), &Target::name);
  if (target == all.end()) return 2;
  // The name tells readers what they read: the input is put where it has the target's.
  fs::path folder = fs::temp_directory_path() / str("fuzz-replay-", getpid());
  fs::create_directories(folder);
  write_files(folder / target->file, read_files(asked.replay));
  readers.limit(*target);
  Outcome out = readers.read(*target, folder / target->file);
  fs::remove_all(folder);
  std::printf("%s\n", out.ok() ? "read" : out.errors[0].what());
  return !out.ok() && out.errors[0].code() == Code::bug;
}

// By the text alone: what runs scripts may have begun threads, and is then no process to fork from.
std::vector<std::string> known_targets() {
  constexpr std::string_view mark = "(name = \"";
  std::string text = read_bytes("tests/fuzz/targets.rille");
  std::vector<std::string> out;
  for (size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at)) {
    at += mark.size();
    out.push_back(text.substr(at, text.find('"', at) - at));
  }
  for (const Text& more : texts()) out.push_back(more.name);
  return out;
}

int run(Asked asked) {
  if (!asked.replay.empty()) return replayed(asked);
  if (asked.targets.empty()) asked.targets = known_targets();
  fs::path memory_disk = fs::is_directory("/dev/shm") ? "/dev/shm" : fs::temp_directory_path();
  fs::path folder = memory_disk / str("fuzz-", getpid());
  fs::create_directories(asked.kept);
  int64_t done = 0, faults = 0;
  std::printf("%-14s %9s %9s %9s %7s %7s %7s %8s %8s\n", "target", "runs", "read", "refused",
              "memory", "further", "faults", "runs/s", "slowest");
  for (const std::string& name : asked.targets) {
    void* place =
        mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (place == MAP_FAILED) return 2;
    auto* shared = new (place) Shared{};
    auto begun = Clock::now();
    judge(asked, name, folder, *shared);
    double seconds = std::chrono::duration<double>(Clock::now() - begun).count();
    std::printf("%-14s %9ld %9ld %9ld %7ld %7ld %7ld %8.0f %8.3f\n", name.c_str(),
                shared->done.load(), shared->read.load(), shared->refused.load(),
                shared->memory.load(), shared->further.load(), shared->faults.load(),
                static_cast<double>(shared->done) / seconds, shared->longest_s.load());
    std::fflush(stdout);
    done += shared->done;
    faults += shared->faults;
    munmap(place, sizeof(Shared));
  }
  fs::remove_all(folder);
  std::printf("%ld passed, %ld failed\n", done - faults, faults);
  return faults > 0;
}

}  // namespace
}  // namespace rille::fuzz

int main(int argc, char** argv) {
  rille::fuzz::Asked asked;
  CLI::App app(
      "Gives changed files to readers: each is read or refused, soon and in little memory.");
  app.add_option("targets", asked.targets, "names of tests/fuzz/targets.rille and texts.cpp; all");
  app.add_option("--seed", asked.seed, "which files are drawn");
  app.add_option("--count", asked.count, "how many for each target");
  app.add_option("--jobs", asked.jobs, "processes at once")->check(CLI::Range(1, 16));
  app.add_option("--minutes", asked.minutes, "no new file is drawn after these, of each target");
  app.add_option("--kept", asked.kept, "the folder that faults are kept in");
  app.add_option("--replay", asked.replay, "a file or folder that was kept, for one target");
  CLI11_PARSE(app, argc, argv);
  setenv("RILLE_CACHE", "off", 0);
  return rille::fuzz::run(asked);
}
