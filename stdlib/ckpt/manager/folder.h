// StepFolder: the directory of a manager's steps.
#pragma once

#include <sys/stat.h>

#include <optional>
#include <string>
#include <vector>

#include "stdlib/ckpt/manager/policy.h"
#include "stdlib/ckpt/manager/process_group.h"
#include "stdlib/ckpt/safetensors.h"
#include "stdlib/file/descriptor.h"

namespace rille {

// Metadata of the file of a step, in addition to those of every file that Rille writes.
inline constexpr std::string_view metrics_mark = "rille.metrics", time_mark = "rille.time";

class StepFolder {
 public:
  // Creates the directory durably if it does not exist, and locks it; error[io] if another writer,
  // or another process with the same index, holds the lock. Removes temporary files of killed
  // writers.
  StepFolder(std::string path, const ProcessGroup& crew);

  const std::string& path() const { return path_; }
  const std::vector<SavedStep>& steps() const { return steps_; }  // valid steps, ascending
  const std::vector<Error>& damaged() const { return damaged_; }  // errors of the other steps
  const SavedStep* find(int64_t step) const;

  // Writes a step. On return it is durable, with the parts of all processes.
  void write(const SavedStep& step, const TreeSnapshot& snapshot, const WriteOptions& how,
             const std::atomic<bool>& is_ending);
  void look_again();  // lists the steps again if another process is the leader
  void keep_only(const RetentionPolicy& rule);  // removes all other steps
  void remove(int64_t step);
  // Removes a step from the list because its file is corrupted, so that it can be saved again.
  void forget(int64_t step, const Error& why);

 private:
  void make() const;
  void take_lock();
  void tell_writer() const;
  void clean() const;
  void scan();

  std::string path_;
  ProcessGroup crew_;
  std::string run_;  // run identifier; set if this is the leader of several processes
  Descriptor lock_{-1};
  std::vector<SavedStep> steps_;
  std::vector<Error> damaged_;
};

// The description of a step from the metadata of its file.
SavedStep saved_step(int64_t step, const MetadataMap& words);

}  // namespace rille
