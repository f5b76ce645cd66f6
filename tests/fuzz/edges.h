// Edges: which branches of the readers a run took.
#pragma once

namespace rille::fuzz {

// Builds with RILLE_FUZZ count the blocks of the readers' code on the thread that asks; others see
// none.
void forget_run();  // begins a run
// Whether the run went somewhere, or somewhere as often, where none before it did.
bool went_further();

}  // namespace rille::fuzz
