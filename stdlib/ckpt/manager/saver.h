// Saver: the directories and the thread of a manager.
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

// A directory, its save interval, and its retention policy. The first tier is the local one, the
// last the persistent one.
struct Tier {
  std::string path;
  int64_t every = 1;
  RetentionPolicy keep = {};
};

enum class TermAction : uint8_t { stop, notify, none };

struct SaverOptions {
  std::vector<Tier> tiers;
  std::optional<double> seconds = {};  // minimum time between two saves
  bool in_background = true;
  TermAction on_term = TermAction::stop;
  ProcessGroup crew = {};
};

// A step to be written.
struct SaveJob {
  SavedStep step;
  TreeSnapshot snapshot;
  std::vector<size_t> tiers = {};  // indices of the tiers to write to
};

// The progress of the current save.
struct SaverStatus {
  std::optional<int64_t> step = {};  // empty if no step is being written
  uint64_t done = 0, bytes = 0;
};

// Saves steps with a background thread; the methods are called by the thread of a State. At most
// one step is written at a time. Its arrays are shared with the script: a script that modifies one
// in the meantime gets a copy.
class Saver {
 public:
  explicit Saver(SaverOptions wish);
  ~Saver();
  Saver(const Saver&) = delete;
  Saver& operator=(const Saver&) = delete;

  const SaverOptions& wish() const { return wish_; }
  // The tiers for which the step is due, or all of them with `force`.
  std::vector<size_t> due(int64_t step, bool force) const;
  void start(SaveJob job);  // waits for the previous save and raises its error
  // Waits until no step is being written, and raises the error of the save. Can be interrupted.
  void wait();
  std::optional<Error> finish();  // waits without interrupts, then unlocks the directories
  bool is_closed() const { return closed_; }
  SaverStatus status();

  // The steps of all directories. Must not be called while a step is being written.
  std::vector<SavedStep> steps();
  std::vector<StepFolder>& folders() { return folders_; }

 private:
  void settle(bool polls);
  void raise();
  void work();
  void write(const SaveJob& job);
  void show_progress(double seconds);

  SaverOptions wish_;
  std::vector<StepFolder> folders_;
  std::optional<TermWatch> watch_;
  double last_save_ = 0;
  bool closed_ = false;
  bool is_quiet_ = false;  // whether the script does not act for the process
  // A copy of the grants of the State, for the writer thread. Without a value everything is
  // granted.
  const std::optional<Grants> grants_;

  std::mutex lock_;
  std::condition_variable changed_;
  std::optional<SaveJob> job_;   // the step that is waiting or being written
  std::optional<Error> failed_;  // an error that has not been raised yet
  std::atomic<bool> ends_ = false;
  std::atomic<uint64_t> done_ = 0;
  std::jthread thread_;  // the last member, because the thread uses the others
};

double clock_now();  // seconds since 1970

}  // namespace rille
