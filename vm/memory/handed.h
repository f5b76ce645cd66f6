// count_handed: memory that other accounts hold for a State.
#pragma once

#include <cstdint>

namespace rille {

class State;

// To be called by the State's thread when it is given objects whose memory stands in the books of
// threads that made them: they are garbage of this State one day, and are collected as if it had
// taken these bytes itself.
void count_handed(State& state, int64_t bytes);

}  // namespace rille
