// Dbg: inspects the frames of the last error.
#pragma once

#include <cstddef>
#include <string>

#include "repl/prompt/prompt.h"

namespace rille {

// `:dbg` shows the frames; `:dbg up`, `:dbg down`, and `:dbg 2` select a frame; and `:dbg x.shape`
// evaluates an expression with the variables of the selected frame.
class Debugger {
 public:
  void begin(Prompt& prompt, const Error& error);  // to be called when a cell fails
  void take(Prompt& prompt, const std::string& words);

 private:
  void show_frames(Prompt& prompt) const;
  void show_frame(Prompt& prompt) const;
  void evaluate(Prompt& prompt, const std::string& expression) const;

  size_t at_ = 0;  // the selected frame; 0 is the innermost
};

}  // namespace rille
