// Checkpoints: what a host shows of them, and how they end.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "vm/error.h"

namespace rille {

class State;

// The arrays of a checkpoint as a table, with sums and metadata; none is read. Of a folder of steps
// the newest, if none is named. error[io] where the path is no checkpoint.
std::string checkpoint_table(const std::string& path, std::optional<int64_t> step,
                             const std::string& item);

// Waits until what the managers of a State still write is on the disk, and closes them. The errors
// that no call of the script has raised.
std::vector<Error> end_saves(State& state);

}  // namespace rille
