// Parts of a State that a notebook changes.
#pragma once

#include "stdlib/io.h"
#include "vm/run/frames.h"
#include "vm/state.h"

namespace rille {

// State::part<T> identifies a type by an address, which differs between shared libraries. The
// library of the notebook kernel uses these functions to get the parts of the program.
ProgressSink& progress_place(State& state);
InputSource& input_place(State& state);
DisplaySink& show_place(State& state);
ExitRequest& asked_exit(State& state);
LastFailure& last_failure(State& state);

}  // namespace rille
