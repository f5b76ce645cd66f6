// Terminal: modes, size, input, and output.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "repl/line/view.h"

namespace rille::line {

// Returns the size of the terminal at standard output; 80 columns if it is not a terminal.
ScreenSize size_of_terminal();

// Standard input and output as a terminal with cursor control.
class Terminal {
 public:
  static bool is_there();  // false if input or output is not a terminal, or with TERM=dumb

  Terminal();
  ~Terminal();
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  // Raw mode during its lifetime: keys are read one at a time, and none of them raises a signal.
  class RawMode {
   public:
    explicit RawMode(Terminal& terminal);
    ~RawMode();
    RawMode(const RawMode&) = delete;
    RawMode& operator=(const RawMode&) = delete;

   private:
    Terminal& terminal_;
  };

  enum class Event { input, resized, woken, nothing };
  // Waits for an event. `wake` is a further descriptor to wait for, or -1. A negative `ms` means no
  // timeout.
  Event wait(int ms, int wake);
  std::optional<std::string> read();  // nullopt if the terminal was closed
  void write(std::string_view text);
  // Suspends the process, as Ctrl-Z does; returns when the process is continued.
  void suspend();

 private:
  void enter();
  void leave();

  struct Modes;
  std::unique_ptr<Modes> modes_;  // the saved modes
  int resized_ = -1;
};

}  // namespace rille::line
