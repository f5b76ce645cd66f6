// LineReader: waits for keys, applies them, and draws.
#include "repl/line/reader.h"

#include <string>

namespace rille::line {
namespace {

constexpr int escape_ms = 50;  // an ESC without further bytes in this time is the Escape key
constexpr int pause_ms = 60;   // time without a key before a hint is computed

// Returns text that moves the cursor to the next line unless it is in column 0: blanks for all but
// one column.
std::string fresh_line(ScreenSize size) {
  return std::string(static_cast<size_t>(size.columns - 1), ' ') + "\r";
}

}  // namespace

LineReader::LineReader(Terminal& terminal, Language& language, History& history)
    : terminal_(terminal),
      history_(history),
      editor_(language, history),
      painter_(colors_of_terminal()) {}

std::optional<std::string> LineReader::read() {
  Terminal::RawMode keys(terminal_);
  editor_.start();
  hint_.clear();
  is_hint_due_ = false;
  painter_.forget();
  terminal_.write(fresh_line(size_of_terminal()));
  ReadStatus turn = take_keys();  // keys that were typed before the prompt
  if (turn == ReadStatus::goes_on) draw();
  while (turn == ReadStatus::goes_on) turn = look();
  if (turn == ReadStatus::left) {
    terminal_.write(painter_.finish(view_of(editor_, {size_of_terminal(), "", true})));
    return std::nullopt;
  }
  history_.add(editor_.text());
  return editor_.text();
}

LineReader::ReadStatus LineReader::look() {
  int ms = keys_.is_waiting() ? escape_ms : is_hint_due_ ? pause_ms : -1;
  switch (terminal_.wait(ms, wake)) {
    case Terminal::Event::resized: painter_.resize(size_of_terminal().columns); break;
    case Terminal::Event::woken:
      if (woken && woken()) drop();
      return ReadStatus::goes_on;
    case Terminal::Event::nothing:
      if (keys_.is_waiting()) {
        keys_.settle();
      } else if (is_hint_due_) {
        show_hint();
        return ReadStatus::goes_on;
      }
      break;
    case Terminal::Event::input:
      auto bytes = terminal_.read();
      if (!bytes) return ReadStatus::left;
      keys_.feed(*bytes);
      hint_.clear();
      is_hint_due_ = true;
  }
  ReadStatus turn = take_keys();
  if (turn == ReadStatus::goes_on) draw();
  return turn;
}

LineReader::ReadStatus LineReader::take_keys() {
  while (auto key = keys_.next()) {
    ReadStatus turn = act(editor_.press(*key));
    if (turn != ReadStatus::goes_on) return turn;
  }
  return ReadStatus::goes_on;
}

LineReader::ReadStatus LineReader::act(EditAction act) {
  switch (act) {
    case EditAction::stay: break;
    case EditAction::accept:
      terminal_.write(painter_.finish(view_of(editor_, {size_of_terminal(), "", true})));
      return ReadStatus::entered;
    case EditAction::drop: drop(); break;
    case EditAction::leave: return ReadStatus::left;
    case EditAction::clear:
      terminal_.write(painter_.clear(view_of(editor_, {size_of_terminal()})));
      break;
    case EditAction::suspend:
      terminal_.write(painter_.finish(view_of(editor_, {size_of_terminal(), "", true})));
      terminal_.suspend();
      break;
  }
  return ReadStatus::goes_on;
}

// Leaves the discarded text on the screen, marked by ^C, and begins an empty text.
void LineReader::drop() {
  ScreenView view = view_of(editor_, {size_of_terminal(), "", true});
  view.rows.back().push_back({"^C", Style::hint});
  terminal_.write(painter_.finish(view));
  editor_.start();
  hint_.clear();
  draw();
}

void LineReader::draw() {
  terminal_.write(painter_.draw(view_of(editor_, {size_of_terminal(), hint_})));
}

void LineReader::show_hint() {
  is_hint_due_ = false;
  hint_ = hint && !editor_.text().empty() ? hint(editor_.text()) : "";
  if (!hint_.empty()) draw();
}

}  // namespace rille::line
