// Editor: the actions of keys.
#include "repl/line/editor.h"

#include <algorithm>
#include <utility>

#include "repl/line/brackets.h"
#include "repl/line/highlight.h"
#include "repl/line/width.h"

namespace rille::line {
namespace {

std::string common_prefix(const std::vector<Candidate>& candidates) {
  std::string out = candidates.front().text;
  for (const Candidate& candidate : candidates) {
    auto end = std::ranges::mismatch(out, candidate.text).in1;
    out.erase(end, out.end());
  }
  return out;
}

bool is_walk(const Key& key) {
  bool is_letter = key.kind == KeyKind::control && (key.text == "p" || key.text == "n");
  return key.kind == KeyKind::up || key.kind == KeyKind::down || is_letter;
}

}  // namespace

std::string without_prompts(std::string_view text) {
  size_t first = text.find_first_not_of(" \n");
  bool has_prompts = first != std::string_view::npos && text.substr(first).starts_with("> ");
  std::string out;
  for (size_t at = 0; has_prompts && at < text.size();) {
    size_t end = std::min(text.find('\n', at), text.size());
    std::string_view line = text.substr(at, end - at);
    line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
    bool is_typed = line.starts_with("> ") || (!out.empty() && line.starts_with(". "));
    if (is_typed) out += std::string(line.substr(2)) + "\n";
    at = end + 1;
  }
  if (!has_prompts) out = text;
  out.erase(out.find_last_not_of('\n') + 1);
  return out;
}

void Editor::start() {
  buffer_.forget();
  search_ = {};
  menu_ = {};
  is_walking_ = false;
}

EditAction Editor::press(const Key& key) {
  if (search_.is_on) return press_in_search(key);
  bool is_tab = key.kind == KeyKind::tab || key.kind == KeyKind::back_tab;
  bool closes = menu_.is_open && !is_tab;
  bool was_chosen = menu_.is_open && menu_.chosen >= 0;
  if (closes) menu_ = {};
  if (!is_walk(key)) is_walking_ = false;
  switch (key.kind) {
    case KeyKind::text: write(key.text); break;
    case KeyKind::paste: buffer_.insert(without_prompts(cleaned(key.text))); break;
    case KeyKind::enter: return was_chosen ? EditAction::stay : enter();
    case KeyKind::new_line: new_line(); break;
    case KeyKind::tab: complete(1); break;
    case KeyKind::back_tab: complete(-1); break;
    case KeyKind::backspace: buffer_.backspace(); break;
    case KeyKind::remove: buffer_.remove(); break;
    case KeyKind::left: buffer_.left(); break;
    case KeyKind::right: buffer_.right(); break;
    case KeyKind::up: go_back(); break;
    case KeyKind::down: go_forth(); break;
    case KeyKind::home: buffer_.home(); break;
    case KeyKind::end: buffer_.end(); break;
    case KeyKind::word_left: buffer_.word_left(); break;
    case KeyKind::word_right: buffer_.word_right(); break;
    case KeyKind::text_begin: buffer_.pause(), buffer_.move_to(0); break;
    case KeyKind::text_end: buffer_.pause(), buffer_.move_to(text().size()); break;
    case KeyKind::control: return control(key.text[0]);
    case KeyKind::alt: return alt(key.text);
    case KeyKind::escape:
    case KeyKind::other: break;
  }
  return EditAction::stay;
}

EditAction Editor::control(char letter) {
  switch (letter) {
    case 'a': buffer_.home(); break;
    case 'b': buffer_.left(); break;
    case 'c': return EditAction::drop;
    case 'd':
      if (text().empty()) return EditAction::leave;
      buffer_.remove();
      break;
    case 'e': buffer_.end(); break;
    case 'f': buffer_.right(); break;
    case 'k': buffer_.cut_line(); break;
    case 'l': return EditAction::clear;
    case 'n': go_forth(); break;
    case 'p': go_back(); break;
    case 'r': search_ = {.is_on = true, .at = history_.entries().size(), .before = text()}; break;
    case 't': buffer_.swap_letters(); break;
    case 'u': buffer_.cut_line_before(); break;
    case 'w': buffer_.cut_blank_word_before(); break;
    case 'y': buffer_.paste_cut(); break;
    case 'z': return EditAction::suspend;
    case '_': buffer_.undo(); break;
    default: break;
  }
  return EditAction::stay;
}

EditAction Editor::alt(const std::string& letter) {
  if (letter == "d") buffer_.cut_word();
  if (letter == "backspace") buffer_.cut_word_before();
  if (letter == "y") buffer_.paste_earlier_cut();
  if (letter == "/" || letter == "_") buffer_.redo();
  return EditAction::stay;
}

// Inserts typed text. A closing bracket at the beginning of a line gets the indentation of the line
// that opened it.
void Editor::write(const std::string& typed) {
  size_t begin = buffer_.line_begin(), cursor = buffer_.cursor();
  bool closes = typed == "}" || typed == ")" || typed == "]";
  bool is_indent = cursor > begin && text().find_first_not_of(' ', begin) >= cursor;
  std::string_view before = std::string_view(text()).substr(0, cursor);
  size_t opener = closes && is_indent ? innermost_open(before) : std::string::npos;
  if (opener == std::string::npos) return buffer_.type(typed);
  buffer_.replace(begin, cursor, std::string(indent_at(before, opener), ' ') + typed);
}

void Editor::new_line() {
  std::string_view before = std::string_view(text()).substr(0, buffer_.cursor());
  buffer_.insert("\n" + std::string(indent_behind(before), ' '));
}

EditAction Editor::enter() {
  bool is_last = buffer_.line_end() == text().size();
  bool is_done = is_command(text()) || (is_last && !language_.goes_on(text()));
  if (is_done) return EditAction::accept;
  new_line();
  return EditAction::stay;
}

void Editor::complete(int step) {
  if (menu_.is_open && menu_.found.candidates.size() > 1) return choose(step);
  size_t begin = buffer_.line_begin(), cursor = buffer_.cursor();
  bool is_indent = text().find_first_not_of(' ', begin) >= cursor;
  if (is_indent) return buffer_.insert("  ");
  Completion found = language_.complete(text(), cursor);
  if (found.from > cursor) return;
  if (!found.candidates.empty()) {
    std::string common = common_prefix(found.candidates);
    bool is_longer = common.size() > cursor - found.from || found.candidates.size() == 1;
    if (is_longer) buffer_.pause(), buffer_.replace(found.from, cursor, common);
  }
  bool is_open = found.candidates.size() > 1 || !found.note.empty();
  if (found.candidates.size() == 1 && found.note.empty()) found.note = found.candidates[0].detail;
  menu_ = {is_open || !found.note.empty(), std::move(found), -1};
}

void Editor::choose(int step) {
  auto count = static_cast<int>(menu_.found.candidates.size());
  int next = menu_.chosen < 0 && step < 0 ? count - 1 : (menu_.chosen + step + count) % count;
  menu_.chosen = next;
  buffer_.pause();
  buffer_.replace(menu_.found.from, buffer_.cursor(),
                  menu_.found.candidates[static_cast<size_t>(next)].text);
}

// Moves up one line. On the first line, shows the previous entry of the history that begins with
// the text before the cursor.
void Editor::go_back() {
  if (buffer_.up()) return;
  if (!is_walking_) {
    prefix_ = text().substr(0, buffer_.cursor());
    draft_ = text();
    at_ = history_.entries().size();
  }
  is_walking_ = true;
  size_t found = history_.find_before(at_, prefix_);
  while (found != History::npos && history_.entries()[found] == text()) {
    found = history_.find_before(found, prefix_);
  }
  if (found == History::npos) return;
  at_ = found;
  show(history_.entries()[found]);
}

void Editor::go_forth() {
  if (buffer_.down() || !is_walking_) return;
  size_t found = history_.find_behind(at_, prefix_);
  while (found != History::npos && history_.entries()[found] == text()) {
    found = history_.find_behind(found, prefix_);
  }
  at_ = found == History::npos ? history_.entries().size() : found;
  show(found == History::npos ? draft_ : history_.entries()[found]);
}

// Shows the latest entry before `before` that contains the search text.
void Editor::search_on(size_t before) {
  size_t found = history_.search_before(before, search_.query);
  search_.failed = found == History::npos;
  if (search_.failed) return;
  search_.at = found;
  show(history_.entries()[found]);
  buffer_.move_to(text().find(search_.query));
}

EditAction Editor::press_in_search(const Key& key) {
  bool is_letter = key.kind == KeyKind::control;
  if (key.kind == KeyKind::text || key.kind == KeyKind::paste) {
    search_.query += cleaned(key.text);
    search_on(std::min(search_.at, history_.entries().size()) + 1);
  } else if (key.kind == KeyKind::backspace) {
    std::string& query = search_.query;
    query.erase(query.size() - letter_before(query, query.size()));
    search_on(history_.entries().size());
  } else if (is_letter && key.text == "r") {
    search_on(search_.at);
  } else if (is_letter && (key.text == "g" || key.text == "c")) {
    show(search_.before);
    search_ = {};
  } else {
    search_ = {};
    if (key.kind != KeyKind::escape) return press(key);
  }
  return EditAction::stay;
}

}  // namespace rille::line
