// Session: an Interpreter on a terminal; output and Ctrl-C.
#pragma once

#include <span>

#include "repl/commands.h"
#include "repl/interpreter.h"

namespace rille {

class Session {
 public:
  explicit Session(const Shared& shared);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  Interpreter& interpreter() { return interpreter_; }

  // Shows the errors of an outcome on stderr; what the program should exit with.
  // Waits until there is something on standard input, or Ctrl-C.
  enum class Wait : uint8_t { input, interrupted };
  Wait wait_for_input();
  bool forget_interrupts();  // those of a cell that has ended; whether there were any

  Status report(const Outcome& outcome);

 private:
  Shared shared_;
  Interpreter interpreter_;
};

}  // namespace rille
