// Stops of a run, and the timer of all States.
#pragma once

#include "vm/state/inside.h"

namespace rille {

// Stops the run. On the thread of the run it takes no lock and does not allocate. The
// first reason wins.
void deliver(InterruptState& stopper, StopReason why) noexcept;

// The setting for a State that this thread creates: see NoSignalsScope (vm/run/signals.h).
bool signals_wanted();

// The run continues on this Lua thread: stops apply to it from now on, also a pending one.
void move_run(InterruptState& stopper, lua_State* lua) noexcept;

// Delivers StopReason::wall after wall_s seconds, and StopReason::cpu after cpu_s seconds of CPU
// time of this thread. Replaces earlier settings; 0 means never.
void set_timer(InterruptState& stopper, double wall_s, double cpu_s = 0);

}  // namespace rille
