// LineBuffer: cursor movement and editing.
#include "repl/line/buffer.h"

#include <algorithm>
#include <cctype>
#include <utility>

#include "repl/line/width.h"

namespace rille::line {
namespace {

// Returns whether a byte belongs to a name or a number. All bytes outside ASCII count as letters.
bool is_word(char c) {
  auto byte = static_cast<unsigned char>(c);
  return std::isalnum(byte) != 0 || c == '_' || byte >= 0x80;
}

bool is_blank(char c) { return c == ' ' || c == '\n'; }

}  // namespace

void LineBuffer::insert(std::string_view text) { replace(cursor_, cursor_, text); }

void LineBuffer::replace(size_t from, size_t to, std::string_view by) {
  std::string clean = cleaned(by);
  if (from == to && clean.empty()) return;
  begin(EditGroup::none);
  text_.replace(from, to - from, clean);
  move_to(from + clean.size());
}

void LineBuffer::type(std::string_view text) {
  std::string clean = cleaned(text);
  for (size_t at = 0; at < clean.size();) {
    bool is_space = is_blank(clean[at]);
    size_t end = at;
    while (end < clean.size() && is_blank(clean[end]) == is_space) ++end;
    begin(is_space ? EditGroup::none : EditGroup::typing);
    text_.insert(cursor_, clean, at, end - at);
    move_to(cursor_ + end - at);
    at = end;
  }
}

void LineBuffer::set(std::string text) {
  std::string clean = cleaned(text);
  if (clean == text_) return move_to(text_.size());
  begin(EditGroup::none);
  text_ = std::move(clean);
  cursor_ = text_.size();
}

// Combining marks make the cluster around an offset begin earlier. Between two ASCII characters,
// there is always a boundary of clusters, so the search begins at such a pair.
void LineBuffer::move_to(size_t place) {
  wished_column_ = -1;
  cursor_ = std::min(place, text_.size());
  if (cursor_ == text_.size()) return;
  size_t from = cursor_;
  auto is_far = [&](size_t at) { return static_cast<signed char>(text_[at]) < 0; };
  while (from > 0 && (is_far(from) || is_far(from - 1))) --from;
  while (from < cursor_) from += letter_at(text_, from);
  cursor_ = std::min(from, text_.size());
}

bool LineBuffer::left() {
  pause();
  if (cursor_ == 0) return false;
  move_to(cursor_ - letter_before(text_, cursor_));
  return true;
}

bool LineBuffer::right() {
  pause();
  if (cursor_ == text_.size()) return false;
  move_to(cursor_ + letter_at(text_, cursor_));
  return true;
}

size_t LineBuffer::line_begin() const {
  size_t line = cursor_ == 0 ? std::string::npos : text_.rfind('\n', cursor_ - 1);
  return line == std::string::npos ? 0 : line + 1;
}

size_t LineBuffer::line_end() const { return std::min(text_.find('\n', cursor_), text_.size()); }

int LineBuffer::column() const {
  return width_of(std::string_view(text_).substr(line_begin(), cursor_ - line_begin()));
}

void LineBuffer::go_to_column(int column) {
  size_t end = line_end();
  for (int at = 0; cursor_ < end;) {
    size_t size = letter_at(text_, cursor_);
    at += width_of_letter(std::string_view(text_).substr(cursor_, size));
    if (at > column) break;
    cursor_ += size;
  }
}

// Moves to the line that contains an offset, in the target column.
bool LineBuffer::go_to_line_of(size_t place) {
  int column = wished_column_ >= 0 ? wished_column_ : this->column();
  cursor_ = place;
  cursor_ = line_begin();
  go_to_column(column);
  wished_column_ = column;
  return true;
}

bool LineBuffer::up() {
  pause();
  size_t begin = line_begin();
  return begin > 0 && go_to_line_of(begin - 1);
}

bool LineBuffer::down() {
  pause();
  size_t end = line_end();
  return end < text_.size() && go_to_line_of(end + 1);
}

void LineBuffer::home() {
  pause();
  move_to(line_begin());
}

void LineBuffer::end() {
  pause();
  move_to(line_end());
}

size_t LineBuffer::word_begin() const {
  size_t at = cursor_;
  while (at > 0 && !is_word(text_[at - 1])) --at;
  while (at > 0 && is_word(text_[at - 1])) --at;
  return at;
}

size_t LineBuffer::word_end() const {
  size_t at = cursor_;
  while (at < text_.size() && !is_word(text_[at])) ++at;
  while (at < text_.size() && is_word(text_[at])) ++at;
  return at;
}

void LineBuffer::word_left() {
  pause();
  move_to(word_begin());
}

void LineBuffer::word_right() {
  pause();
  move_to(word_end());
}

void LineBuffer::backspace() {
  if (cursor_ == 0) return;
  size_t begin = line_begin();
  bool is_indent = text_.find_first_not_of(' ', begin) >= cursor_ && cursor_ - begin >= 2;
  size_t size = is_indent ? 2 - (cursor_ - begin) % 2 : letter_before(text_, cursor_);
  this->begin(EditGroup::erasing);
  text_.erase(cursor_ - size, size);
  move_to(cursor_ - size);
}

void LineBuffer::remove() {
  if (cursor_ == text_.size()) return;
  begin(EditGroup::erasing);
  text_.erase(cursor_, letter_at(text_, cursor_));
  move_to(cursor_);
}

void LineBuffer::swap_letters() {
  size_t begin = line_begin();
  if (cursor_ == begin || line_end() - begin < 2) return;
  if (cursor_ == line_end()) left();
  size_t before = letter_before(text_, cursor_), behind = letter_at(text_, cursor_);
  if (before == 0 || cursor_ - before < begin) return;
  this->begin(EditGroup::none);
  std::string first = text_.substr(cursor_ - before, before);
  text_.erase(cursor_ - before, before);
  text_.insert(cursor_ - before + behind, first);
  move_to(cursor_ + behind);
}

}  // namespace rille::line
