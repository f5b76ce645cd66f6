// count_handed: memory of a State charged to other accounts.
#pragma once

#include <cstdint>

namespace rille {

class State;

// Called by the thread of a State when it receives objects whose memory is charged to the threads
// that created them: they become garbage of this State later, and are collected as if it had
// allocated these bytes.
void count_handed(State& state, int64_t bytes);

}  // namespace rille
