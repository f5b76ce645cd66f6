// The parts of a State that a notebook changes.
#include "repl/notebook/places.h"

namespace rille {

ProgressSink& progress_place(State& state) { return state.part<ProgressSink>(); }
InputSource& input_place(State& state) { return state.part<InputSource>(); }
DisplaySink& show_place(State& state) { return state.part<DisplaySink>(); }
ExitRequest& asked_exit(State& state) { return state.part<ExitRequest>(); }
LastFailure& last_failure(State& state) { return state.part<LastFailure>(); }

}  // namespace rille
