// LineReader: reads entries by an editor on a terminal.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "repl/line/editor.h"
#include "repl/line/painter.h"
#include "repl/line/terminal.h"

namespace rille::line {

class LineReader {
 public:
  LineReader(Terminal& terminal, Language& language, History& history);

  // Returns the hint that is shown after a text. It is called when no key has been pressed for a
  // moment, and may take some milliseconds.
  std::function<std::string(const std::string& text)> hint;
  // A descriptor that interrupts waiting, and a function that handles it and returns whether the
  // text must be discarded.
  int wake = -1;
  std::function<bool()> woken;

  // Returns the next entry; nullopt after Ctrl-D, or if the terminal was closed.
  std::optional<std::string> read();

 private:
  enum class ReadStatus { goes_on, entered, left };
  ReadStatus take_keys();
  ReadStatus act(EditAction act);
  void drop();
  void draw();
  void show_hint();
  ReadStatus look();  // waits for the next event and handles it

  Terminal& terminal_;
  History& history_;
  Editor editor_;
  Painter painter_;
  KeyReader keys_;
  std::string hint_;
  bool is_hint_due_ = false;
};

}  // namespace rille::line
