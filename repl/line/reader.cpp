// Reader: waits for keys, applies them, and draws.
#include "repl/line/reader.h"

#include <string>

namespace rille::line {
namespace {

constexpr int escape_ms = 50;  // an ESC without further bytes in this time is the Escape key
constexpr int pause_ms = 60;   // time without a key before a hint is computed

// Returns text that moves the cursor to the next line unless it is in column 0: blanks for all but
// one column.
std::string fresh_line(Size size) {
  return std::string(static_cast<size_t>(size.columns - 1), ' ') + "\r";
}

}  // namespace

Reader::Reader(Terminal& terminal, Language& language, History& history)
    : terminal_(terminal),
      history_(history),
      editor_(language, history),
      painter_(colors_of_terminal()) {}

std::optional<std::string> Reader::read() {
  Terminal::Keys keys(terminal_);
  editor_.start();
  hint_.clear();
  is_hint_due_ = false;
  painter_.forget();
  terminal_.write(fresh_line(size_of_terminal()));
  Turn turn = take_keys();  // keys that were typed before the prompt
  if (turn == Turn::goes_on) draw();
  while (turn == Turn::goes_on) turn = look();
  if (turn == Turn::left) {
    terminal_.write(painter_.finish(view_of(editor_, {size_of_terminal(), "", true})));
    return std::nullopt;
  }
  history_.add(editor_.text());
  return editor_.text();
}

Reader::Turn Reader::look() {
  int ms = keys_.is_waiting() ? escape_ms : is_hint_due_ ? pause_ms : -1;
  switch (terminal_.wait(ms, wake)) {
    case Terminal::Event::resized: painter_.resize(size_of_terminal().columns); break;
    case Terminal::Event::woken:
      if (woken && woken()) drop();
      return Turn::goes_on;
    case Terminal::Event::nothing:
      if (keys_.is_waiting()) {
        keys_.settle();
      } else if (is_hint_due_) {
        show_hint();
        return Turn::goes_on;
      }
      break;
    case Terminal::Event::input:
      auto bytes = terminal_.read();
      if (!bytes) return Turn::left;
      keys_.feed(*bytes);
      hint_.clear();
      is_hint_due_ = true;
  }
  Turn turn = take_keys();
  if (turn == Turn::goes_on) draw();
  return turn;
}

Reader::Turn Reader::take_keys() {
  while (auto key = keys_.next()) {
    Turn turn = act(editor_.press(*key));
    if (turn != Turn::goes_on) return turn;
  }
  return Turn::goes_on;
}

Reader::Turn Reader::act(Act act) {
  switch (act) {
    case Act::stay: break;
    case Act::accept:
      terminal_.write(painter_.finish(view_of(editor_, {size_of_terminal(), "", true})));
      return Turn::entered;
    case Act::drop: drop(); break;
    case Act::leave: return Turn::left;
    case Act::clear: terminal_.write(painter_.clear(view_of(editor_, {size_of_terminal()}))); break;
    case Act::suspend:
      terminal_.write(painter_.finish(view_of(editor_, {size_of_terminal(), "", true})));
      terminal_.suspend();
      break;
  }
  return Turn::goes_on;
}

// Leaves the discarded text on the screen, marked by ^C, and begins an empty text.
void Reader::drop() {
  View view = view_of(editor_, {size_of_terminal(), "", true});
  view.rows.back().push_back({"^C", Style::hint});
  terminal_.write(painter_.finish(view));
  editor_.start();
  hint_.clear();
  draw();
}

void Reader::draw() {
  terminal_.write(painter_.draw(view_of(editor_, {size_of_terminal(), hint_})));
}

void Reader::show_hint() {
  is_hint_due_ = false;
  hint_ = hint && !editor_.text().empty() ? hint(editor_.text()) : "";
  if (!hint_.empty()) draw();
}

}  // namespace rille::line
