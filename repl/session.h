// Session: an Interpreter with output, errors, and Ctrl-C.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "repl/interpreter.h"
#include "repl/shared_options.h"

namespace rille {

// Returns the error of standard output that errno describes.
Error output_error();

// Functions that receive the output and the errors of a session, instead of the standard streams.
// They run on the thread of the session.
struct OutputSink {
  std::function<void(std::string_view)> out, err;
  std::function<void(std::span<const Error> errors, std::span<const Source> sources)> failed;
};

class Session {
 public:
  // Where `print` of scripts writes. Commands whose output is a document print to `errors`.
  enum class Prints : uint8_t { output, errors };
  explicit Session(const SharedOptions& shared, Prints prints = Prints::output);
  // A session with an audience handles no signals: the owner of the audience interrupts the State.
  Session(const SharedOptions& shared, OutputSink sink);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  Interpreter& interpreter() { return interpreter_; }
  bool has_sink() const { return sink_.out != nullptr; }
  void complain(std::string_view text) const;  // writes to the stream of errors

  // Waits until standard input has data, or until Ctrl-C.
  enum class WaitResult : uint8_t { input, interrupted };
  WaitResult wait_for_input();
  static int wake_file();    // a descriptor that becomes readable at Ctrl-C
  bool forget_interrupts();  // clears pending interrupts; returns whether there were any

  // Reports the errors of an outcome, and an error if standard output could not be written. Returns
  // the exit status.
  Status report(const Outcome& outcome);
  Status report(std::vector<Error> errors, std::span<const Source> sources);  // sources of spans

 private:
  Session(const SharedOptions& shared, OutputSink sink, Prints prints);
  // Renders errors, as JSON if --json is given.
  std::string shown(std::span<const Error> errors, std::span<const Source> sources) const;
  void warn(const Error& warning);

  SharedOptions shared_;
  OutputSink sink_;
  Interpreter interpreter_;
};

}  // namespace rille
