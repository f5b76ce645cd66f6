// StepFolder: a folder of steps and its only writers.
#pragma once

#include <sys/stat.h>

#include <optional>
#include <string>
#include <vector>

#include "stdlib/ckpt/manager/crew.h"
#include "stdlib/ckpt/manager/policy.h"
#include "stdlib/ckpt/safetensors.h"
#include "stdlib/file/descriptor.h"

namespace rille {

// What the metadata of a step's file say beside what every file of ours says.
inline constexpr std::string_view metrics_mark = "rille.metrics", time_mark = "rille.time";

class StepFolder {
 public:
  // Makes the folder where it is not there, durably, and locks it: error[io] where another writer
  // has it, or another process of that number. What a writer that was killed left behind goes.
  StepFolder(std::string path, const Crew& crew);

  const std::string& path() const { return path_; }
  const std::vector<SavedStep>& steps() const { return steps_; }  // the whole ones, in order
  const std::vector<Error>& damaged() const { return damaged_; }  // what was found instead
  const SavedStep* find(int64_t step) const;

  // Durable when it returns, with the parts of all processes.
  void write(const SavedStep& step, const Snapshot& snapshot, const Writing& how,
             const std::atomic<bool>& is_ending);
  void look_again();                     // where another process leads
  void keep_only(const KeepRule& rule);  // the others go
  void remove(int64_t step);
  // A step whose file turned out to be damaged: it is one no more, and may be saved anew.
  void forget(int64_t step, const Error& why);

 private:
  void make() const;
  void take_lock();
  void tell_writer() const;
  void clean() const;
  void scan();

  std::string path_;
  Crew crew_;
  std::string run_;  // of a leader of several
  Descriptor lock_{-1};
  std::vector<SavedStep> steps_;
  std::vector<Error> damaged_;
};

// What the metadata say of a step.
SavedStep saved_step(int64_t step, const Words& words);

}  // namespace rille
