// How a run is stopped from within; the timer of all States.
#pragma once

#include "vm/state/inside.h"

namespace rille {

// Stops the run; from its own thread it takes no lock and no memory. The first reason counts.
void deliver(Stopper& stopper, Stop why) noexcept;

// Of a State that this thread makes: see WithoutSignals (vm/run/signals.h).
bool signals_wanted();

// The run goes on on this Lua thread: stops are for it from now on, also one that has struck.
void move_run(Stopper& stopper, lua_State* lua) noexcept;

// Delivers Stop::wall in so many seconds, Stop::cpu when this thread has computed for so many, in
// place of what was set before; 0: never.
void set_timer(Stopper& stopper, double wall_s, double cpu_s = 0);

}  // namespace rille
