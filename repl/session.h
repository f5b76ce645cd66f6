// Session: an Interpreter on a terminal; output and Ctrl-C.
#pragma once

#include <span>

#include "repl/commands.h"
#include "repl/interpreter.h"

namespace rille {

// What errno says of standard output.
Error output_error();

class Session {
 public:
  explicit Session(const Shared& shared);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  Interpreter& interpreter() { return interpreter_; }

  // Waits until there is something on standard input, or Ctrl-C.
  enum class Wait : uint8_t { input, interrupted };
  Wait wait_for_input();
  static int wake_file();    // that a Ctrl-C can be read from
  bool forget_interrupts();  // those of a cell that has ended; whether there were any

  // Shows the errors of an outcome on stderr, also that of an output that could not be written;
  // what the program should exit with.
  Status report(const Outcome& outcome);
  Status report(std::vector<Error> errors, std::span<const Source> sources);  // that spans count

 private:
  // As a terminal or as JSON shows them.
  std::string shown(std::span<const Error> errors, std::span<const Source> sources) const;
  void warn(const Error& warning);

  Shared shared_;
  Interpreter interpreter_;
};

}  // namespace rille
