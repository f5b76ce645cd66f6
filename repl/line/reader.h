// Reader: an editor on a terminal gives what is entered.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "repl/line/editor.h"
#include "repl/line/painter.h"
#include "repl/line/terminal.h"

namespace rille::line {

class Reader {
 public:
  Reader(Terminal& terminal, Language& language, History& history);

  // What to say behind a text that nobody has changed for a moment; takes some milliseconds.
  std::function<std::string(const std::string& text)> hint;
  // A file that wakes a wait, and what takes note of it: whether the text is to be dropped.
  int wake = -1;
  std::function<bool()> woken;

  // The next entry; nothing: Ctrl-D, or the terminal is gone.
  std::optional<std::string> read();

 private:
  enum class Turn { goes_on, entered, left };
  Turn take_keys();
  Turn act(Act act);
  void drop();
  void draw();
  void show_hint();
  Turn look();  // at what comes next

  Terminal& terminal_;
  History& history_;
  Editor editor_;
  Painter painter_;
  KeyReader keys_;
  std::string hint_;
  bool is_hint_due_ = false;
};

}  // namespace rille::line
