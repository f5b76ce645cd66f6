// Parts of a State that a notebook changes.
#pragma once

#include "stdlib/io.h"
#include "vm/run/frames.h"
#include "vm/state.h"

namespace rille {

// State::part<T> tells its types apart by an address that each library has of its own: the kernel
// of notebooks, which is one, gets those of the program here.
ProgressPlace& progress_place(State& state);
InputPlace& input_place(State& state);
ShowPlace& show_place(State& state);
AskedExit& asked_exit(State& state);
LastFailure& last_failure(State& state);

}  // namespace rille
