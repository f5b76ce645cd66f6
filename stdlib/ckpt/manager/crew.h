// Crew: several processes that save one step together.
#pragma once

#include <atomic>
#include <optional>
#include <string>

#include "stdlib/ckpt/manager/policy.h"
#include "stdlib/ckpt/save.h"

namespace rille {

// Who of how many this is. Process 0 leads: it says when a step is whole, and what goes.
struct Crew {
  size_t process = 0, processes = 1;
  double patience_s = 600;  // for the others
  bool is_alone() const { return processes == 1; }
  bool leads() const { return process == 0; }
};

// "step-00000042.00001-of-00003.safetensors", with ".v2" behind the step where it was saved anew;
// ".failed" behind it: why that process has none.
struct PartName {
  int64_t step = 0, revision = 0;
  size_t process = 0, processes = 1;
  bool is_failure = false;
};
std::string part_file(const PartName& name);
std::optional<PartName> part_of_file(const std::string& name);

// What the metadata of a file say under that mark; "": nothing.
const std::string& word_in(const Words& words, std::string_view mark);

// "writer.lock" of the leader, which says who holds it and has the run's word in its second line.
std::string lock_file(size_t process);

// Of the run that leads in the folder now: a word that differs from run to run. "": none does.
std::string run_in(const std::string& folder);
// By the leader, on the file that tells of it, for as long as it leads.
bool hold_run(int file);

// Removes the parts that belong to no step, as the heads of the steps tell.
void remove_stray_parts(const std::string& folder);
void remove_parts(const std::string& folder, int64_t step,
                  const std::optional<PartName>& but_those_of = {});

// One step of a folder.
struct CrewSave {
  const std::string& folder;
  const Crew& crew;
  const std::string& run;  // of a leader, its own
  const SavedStep& step;
  const Snapshot& snapshot;
  const Words& words;  // of the head
  const Writing& how;
  const std::atomic<bool>* is_ending = nullptr;  // then nobody is waited for any longer than 10 s
};

// Returns when the step is whole on the disk, with the parts of all. What goes wrong with one of
// them, all raise; error[io] where one of them is not heard of.
void save_together(const CrewSave& save);

}  // namespace rille
