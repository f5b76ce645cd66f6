// Saver: the live part of a manager, its folders and thread.
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "stdlib/ckpt/manager/folder.h"
#include "stdlib/ckpt/manager/term.h"
#include "stdlib/ckpt/save.h"
#include "vm/run/grants.h"

namespace rille {

// A folder, how often it is written, and what stays there. The first is the fast one, the last the
// durable one.
struct Tier {
  std::string path;
  int64_t every = 1;
  KeepRule keep = {};
};

enum class OnTerm : uint8_t { stop, tell, none };

struct SaverWish {
  std::vector<Tier> tiers;
  std::optional<double> seconds = {};  // between two saves at least
  bool in_background = true;
  OnTerm on_term = OnTerm::stop;
  Crew crew = {};
};

// One step to be written.
struct SaveJob {
  SavedStep step;
  Snapshot snapshot;
  std::vector<size_t> tiers = {};  // where to
};

// What a writer does now, for who looks on.
struct SaverStatus {
  std::optional<int64_t> step = {};  // none: nothing
  uint64_t done = 0, bytes = 0;
};

// The thread of a State calls; one thread of its own writes. At most one step is in the works, and
// its arrays are those of the script: a script that changes one meanwhile changes its own copy.
class Saver {
 public:
  explicit Saver(SaverWish wish);
  ~Saver();
  Saver(const Saver&) = delete;
  Saver& operator=(const Saver&) = delete;

  const SaverWish& wish() const { return wish_; }
  // The folders to which this step goes by the rules; `force`: to all.
  std::vector<size_t> due(int64_t step, bool force) const;
  void start(SaveJob job);  // waits for the step before; raises what went wrong with it
  // Until nothing is in the works, and what went wrong. Stops are heard.
  void wait();
  std::optional<Error> finish();  // the same without stops; then the folders are free
  bool is_closed() const { return closed_; }
  SaverStatus status();

  // What is there, of all folders; only while nothing is in the works.
  std::vector<SavedStep> steps();
  std::vector<StepFolder>& folders() { return folders_; }

 private:
  void settle(bool polls);
  void raise();
  void work();
  void write(const SaveJob& job);
  void show_progress(double seconds);

  SaverWish wish_;
  std::vector<StepFolder> folders_;
  std::optional<TermWatch> watch_;
  double last_save_ = 0;
  bool closed_ = false;
  bool is_quiet_ = false;  // the script does not act for the process
  // A copy of the State's, for the thread that writes. None: everything is granted.
  const std::optional<Grants> grants_;

  std::mutex lock_;
  std::condition_variable changed_;
  std::optional<SaveJob> job_;   // waits, or is being written
  std::optional<Error> failed_;  // nobody has heard of it yet
  std::atomic<bool> ends_ = false;
  std::atomic<uint64_t> done_ = 0;
  std::jthread thread_;  // last: it uses what stands above
};

double clock_now();  // seconds since 1970

}  // namespace rille
