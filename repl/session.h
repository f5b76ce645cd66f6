// Session: an Interpreter with an audience: output, Ctrl-C.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "repl/interpreter.h"
#include "repl/shared_options.h"

namespace rille {

// What errno says of standard output.
Error output_error();

// Who takes what a session says, in the place of the program's own streams and terminal.
struct Audience {
  std::function<void(std::string_view)> out, err;
  std::function<void(std::span<const Error> errors, std::span<const Source> sources)> failed;
};

class Session {
 public:
  explicit Session(const SharedOptions& shared);
  // For an audience, which stops the State by itself where it has to: no signal is taken.
  Session(const SharedOptions& shared, Audience audience);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  Interpreter& interpreter() { return interpreter_; }
  bool has_audience() const { return audience_.out != nullptr; }
  void complain(std::string_view text) const;  // where errors are shown

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

  SharedOptions shared_;
  Audience audience_;
  Interpreter interpreter_;
};

}  // namespace rille
