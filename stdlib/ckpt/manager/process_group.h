// ProcessGroup: processes that save one step together.
#pragma once

#include <atomic>
#include <optional>
#include <string>

#include "stdlib/ckpt/manager/policy.h"
#include "stdlib/ckpt/save.h"

namespace rille {

// The index of this process and the number of processes. Process 0 is the leader: it commits steps
// and removes old ones.
struct ProcessGroup {
  size_t process = 0, processes = 1;
  double patience_s = 600;  // timeout for waiting on another process
  bool is_alone() const { return processes == 1; }
  bool leads() const { return process == 0; }
};

// The name of a part, "step-00000042.00001-of-00003.safetensors". ".v2" follows the step if it was
// saved again. A file that ends in ".failed" contains the error of the process instead.
struct PartName {
  int64_t step = 0, revision = 0;
  size_t process = 0, processes = 1;
  bool is_failure = false;
};
std::string part_file(const PartName& name);
std::optional<PartName> part_of_file(const std::string& name);

// The value of the metadata key, or "".
const std::string& word_in(const MetadataMap& words, std::string_view mark);

// The name of the lock file. "writer.lock" of the leader contains its process ID, and the run
// identifier in the second line.
std::string lock_file(size_t process);

// The unique identifier of the run whose leader is active in the directory, or "".
std::string run_in(const std::string& folder);
// Locks the lock file of the leader for the lifetime of the run; false if that fails.
bool hold_run(int file);

// Removes parts that belong to no step, according to the heads of the steps.
void remove_stray_parts(const std::string& folder);
void remove_parts(const std::string& folder, int64_t step,
                  const std::optional<PartName>& but_those_of = {});

// One step to save in a directory.
struct ProcessGroupSave {
  const std::string& folder;
  const ProcessGroup& crew;
  const std::string& run;  // the run identifier, if this process is the leader
  const SavedStep& step;
  const TreeSnapshot& snapshot;
  const MetadataMap& words;  // metadata of the head
  const WriteOptions& how;
  const std::atomic<bool>* is_ending = nullptr;  // once true, waiting is limited to 10 s
};

// Returns when the step is on disk with the parts of all processes. An error of one process is
// raised in all of them; error[io] if a process does not respond.
void save_together(const ProcessGroupSave& save);

}  // namespace rille
