// Terminal: modes, size, bytes in and out.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "repl/line/view.h"

namespace rille::line {

// Of standard output; 80 columns where it is none.
Size size_of_terminal();

// Standard input and output, where they are a terminal that can move its cursor.
class Terminal {
 public:
  static bool is_there();  // else, or with TERM=dumb: text in and out, line by line

  Terminal();
  ~Terminal();
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  // While it lives keys come one by one, and none of them is a signal.
  class Keys {
   public:
    explicit Keys(Terminal& terminal);
    ~Keys();
    Keys(const Keys&) = delete;
    Keys& operator=(const Keys&) = delete;

   private:
    Terminal& terminal_;
  };

  enum class Event { input, resized, woken, nothing };
  // `wake`: another file to hear of, -1: none. Waits for ever where `ms` < 0.
  Event wait(int ms, int wake);
  std::optional<std::string> read();  // nothing: it is gone
  void write(std::string_view text);
  // As a terminal does it at Ctrl-Z; comes back when the process goes on.
  void suspend();

 private:
  void enter();
  void leave();

  struct Modes;
  std::unique_ptr<Modes> modes_;  // as they were
  int resized_ = -1;
};

}  // namespace rille::line
