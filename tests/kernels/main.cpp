// Compares the kernels of other tests: kernels DIRECTORY.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <new>
#include <sstream>

#include "tests/diff/processes.h"
#include "tests/kernels/judge.h"
#include "vm/text.h"

namespace rille::diff {
namespace {

constexpr int max_jobs = 16;
constexpr std::string_view reasons[] = {"too many iterations", "large buffers",
                                        "no valid indices drawn",
                                        "loops that depend on each other"};

struct Asked {
  std::vector<std::string> folders;
  uint64_t seed = 0;
  int64_t count = INT64_MAX;
  int64_t work = 1 << 15;
  double minutes = 0;
  int jobs = 1;
  int shown = 5;
  bool is_planted = false;
};

// What the processes share.
struct Shared {
  std::atomic<int64_t> judged, nests, programs, reduced, alike, interpreted, executed, faults,
      shown;
  std::atomic<int64_t> skipped[std::size(reasons)];
  std::atomic<int64_t> at[max_jobs];  // the number of the kernel at hand
};

// The files, in an order that the seed decides; of one text once.
std::vector<std::string> files_of(const Asked& asked) {
  std::map<std::string, std::string> found;  // by name, which is a hash of the text
  for (const std::string& folder : asked.folders) {
    if (std::filesystem::is_regular_file(folder)) {
      found.emplace(std::filesystem::path(folder).filename().string(), folder);
      continue;
    }
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      if (entry.path().extension() == ".kernel") {
        found.emplace(entry.path().filename().string(), entry.path().string());
      }
    }
  }
  std::vector<std::string> out;
  for (const auto& [name, path] : found) out.push_back(path);
  std::shuffle(out.begin(), out.end(), std::mt19937_64(asked.seed));
  return out;
}

std::string text_of(const std::string& path) {
  std::stringstream out;
  out << std::ifstream(path).rdbuf();
  return out.str();
}

class Run {
 public:
  Run(const Asked& asked, Shared& shared)
      : asked_(asked), shared_(shared), files_(files_of(asked)), all_(std::ssize(files_)) {
    files_.resize(std::min(files_.size(), static_cast<size_t>(asked.count)));
  }

  // The files number job, job + jobs, … that are left.
  void work(int job) {
    std::atomic<int64_t>& at = shared_.at[job];
    for (; at < std::ssize(files_) && !is_over(); at += asked_.jobs) {
      judge(files_[static_cast<size_t>(at)]);
    }
  }

  void count_death(int job, int signal) {
    int64_t at = shared_.at[job].fetch_add(asked_.jobs);
    ++shared_.judged;
    tell(files_[static_cast<size_t>(at)], str("its process died by signal ", signal));
  }

  void report() const {
    std::printf("%ld kernels, of %ld that were recorded: %ld nests, %ld programs of loops\n",
                shared_.judged.load(), all_, shared_.nests.load(), shared_.programs.load());
    std::printf("%ld with fewer iterations; %ld nests scheduled as they were recorded\n",
                shared_.reduced.load(), shared_.alike.load());
    std::printf("%ld scheduled programs interpreted, %ld kernels of machine code run\n",
                shared_.interpreted.load(), shared_.executed.load());
    int64_t skipped = 0;
    for (size_t i = 0; i < std::size(reasons); ++i) {
      if (shared_.skipped[i] == 0) continue;
      std::printf("%ld skipped: %s\n", shared_.skipped[i].load(), std::string(reasons[i]).c_str());
      skipped += shared_.skipped[i];
    }
    std::printf("%ld passed, %ld failed\n", shared_.judged - shared_.faults - skipped,
                shared_.faults.load());
  }

 private:
  bool is_over() const {
    std::chrono::duration<double> passed = std::chrono::steady_clock::now() - started_;
    return asked_.minutes > 0 && passed.count() > 60 * asked_.minutes;
  }

  void judge(const std::string& path) {
    KernelVerdict verdict;
    try {
      Chance chance(asked_.seed + std::hash<std::string>()(std::filesystem::path(path).filename()));
      verdict = judge_kernel(text_of(path), chance, {asked_.work, asked_.is_planted});
    } catch (const std::exception& error) {
      verdict.fault = error.what();
    }
    ++shared_.judged;
    ++(verdict.is_program ? shared_.programs : shared_.nests);
    shared_.reduced += verdict.is_reduced;
    shared_.alike += verdict.is_scheduled_alike;
    shared_.interpreted += verdict.interpreted;
    shared_.executed += verdict.executed;
    const auto* reason = std::ranges::find(reasons, verdict.skipped);
    if (reason != std::end(reasons)) ++shared_.skipped[reason - std::begin(reasons)];
    if (verdict.fault) tell(path, *verdict.fault);
  }

  void tell(const std::string& path, const std::string& fault) {
    ++shared_.faults;
    if (++shared_.shown > asked_.shown) return;
    std::printf("--- %s: %s\n", path.c_str(), fault.c_str());
    std::fflush(stdout);  // it is not the children's
  }

  const Asked& asked_;
  Shared& shared_;
  std::vector<std::string> files_;
  int64_t all_;
  std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();
};

int run(const Asked& asked) {
  auto* shared = new (shared_by_processes<Shared>(1)) Shared{};
  Run run(asked, *shared);
  for (int job = 0; job < asked.jobs; ++job) shared->at[job] = job;
  in_processes(
      asked.jobs, [&](int job) { run.work(job); },
      [&](int job, int signal) { run.count_death(job, signal); });
  run.report();
  return shared->faults > 0 || shared->judged == 0 ? 1 : 0;
}

}  // namespace
}  // namespace rille::diff

int main(int argc, char** argv) {
  rille::diff::Asked asked;
  CLI::App app("Compares recorded kernels with what their loop programs mean.");
  app.add_option("folders", asked.folders, "what RILLE_TEST_KERNELS named, or files")->required();
  app.add_option("--seed", asked.seed, "of the order and the numbers");
  app.add_option("--count", asked.count, "how many kernels");
  app.add_option("--work", asked.work, "operations of a kernel's scalar program");
  app.add_option("--minutes", asked.minutes, "no new kernel is begun after these");
  app.add_option("--jobs", asked.jobs, "processes at once")->check(CLI::Range(1, 16));
  app.add_flag("--planted", asked.is_planted, "machine code that stores one element too far");
  app.add_option("--shown", asked.shown, "faults that are printed");
  CLI11_PARSE(app, argc, argv);
  setenv("RILLE_CACHE", "off", 0);
  return rille::diff::run(asked);
}
