// Running: says which thread is inside a state.
#pragma once

#include "vm/state/inside.h"

namespace rille {

// Stands around every run of Lua code. The outermost one tells interrupt() whom to wake.
class Running {
 public:
  explicit Running(State& state);
  ~Running();
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

 private:
  void enter_thread();

  Stopper& stopper_;
  int* depth_;
  bool outermost_;
};

void end_timer(Stopper& stopper);

}  // namespace rille
