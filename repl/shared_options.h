// SharedOptions: options of all commands, and exit statuses.
#pragma once

#include <string>

namespace rille {

class State;          // vm/state.h
struct Limits;        // the same
struct SandboxState;  // repl/sandbox.h

// The exit status of the program: 0 success, 1 an error in the script, 2 wrong usage, 3 a limit
// or an interrupt, 4 a file that cannot be read.
enum class Status { success = 0, script = 1, usage = 2, limit = 3, file = 4 };

struct SharedOptions {
  bool json = false;  // errors as one JSON object a line, on stderr
  double time_s = 0;  // limits; 0: none
  double memory_mb = 0;
  bool check_nans = false;                // stdlib/debug.h
  std::string precision;                  // of products (jit/precision.h); "": not set
  const SandboxState* sandbox = nullptr;  // null: nothing guards the process

  // Whether both are numbers from 0 on that a machine can have.
  bool are_limits() const;
  Limits limits() const;
  void give_limits(State& state) const;
};

}  // namespace rille
