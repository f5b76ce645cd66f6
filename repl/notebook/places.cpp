// The parts of a State that a notebook changes.
#include "repl/notebook/places.h"

namespace rille {

ProgressPlace& progress_place(State& state) { return state.part<ProgressPlace>(); }
InputPlace& input_place(State& state) { return state.part<InputPlace>(); }
ShowPlace& show_place(State& state) { return state.part<ShowPlace>(); }
AskedExit& asked_exit(State& state) { return state.part<AskedExit>(); }
LastFailure& last_failure(State& state) { return state.part<LastFailure>(); }

}  // namespace rille
