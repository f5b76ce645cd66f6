// Dbg: a look at the frames of the error that was raised last.
#pragma once

#include <cstddef>
#include <string>

#include "repl/prompt/prompt.h"

namespace rille {

// `:dbg` shows the frames, `:dbg up`, `:dbg down` and `:dbg 2` go from one to another, and
// `:dbg x.shape` is what an expression is with the names of the frame.
class Debugger {
 public:
  void begin(Prompt& prompt, const Error& error);  // a cell has failed
  void take(Prompt& prompt, const std::string& words);

 private:
  void show_frames(Prompt& prompt) const;
  void show_frame(Prompt& prompt) const;
  void evaluate(Prompt& prompt, const std::string& expression) const;

  size_t at_ = 0;  // the frame that is looked at, innermost 0
};

}  // namespace rille
