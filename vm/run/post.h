// post: work for the thread that runs a State.
#pragma once

#include <functional>

namespace rille {

class State;

// Calls a function on the thread of the State: at the next instruction of the script that runs, or
// of the next one. During a builtin, it waits for its end. The function must not call the script;
// its exceptions are dropped. Thread-safe; the State must live during post().
void post(State& state, std::function<void()> f);

}  // namespace rille
