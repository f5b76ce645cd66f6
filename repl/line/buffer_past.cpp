// LineBuffer: undo, redo, and the kill ring.
#include <algorithm>
#include <utility>

#include "repl/line/buffer.h"

namespace rille::line {
namespace {

constexpr size_t max_bytes = size_t{16} << 20;  // of the undo history
constexpr size_t max_cuts = 32;                 // entries of the kill ring

}  // namespace

void LineBuffer::begin(EditGroup group) {
  bool goes_on = group != EditGroup::none && group == group_ && !past_.empty();
  group_ = group;
  future_.clear();
  if (goes_on) return;
  past_.push_back({text_, cursor_});
  past_bytes_ += text_.size();
  drop_old();
}

void LineBuffer::forget() {
  text_.clear();
  move_to(0);
  pause();
  past_.clear();
  future_.clear();
  past_bytes_ = 0;
}

void LineBuffer::drop_old() {
  size_t gone = 0;
  for (; past_bytes_ > max_bytes && gone + 1 < past_.size(); ++gone) {
    past_bytes_ -= past_[gone].text.size();
  }
  past_.erase(past_.begin(), past_.begin() + static_cast<std::ptrdiff_t>(gone));
}

void LineBuffer::undo() {
  pause();
  if (past_.empty()) return;
  future_.push_back({std::move(text_), cursor_});
  text_ = std::move(past_.back().text);
  cursor_ = past_.back().cursor;
  past_bytes_ -= text_.size();
  past_.pop_back();
  wished_column_ = -1;
}

void LineBuffer::redo() {
  pause();
  if (future_.empty()) return;
  past_bytes_ += text_.size();
  past_.push_back({std::move(text_), cursor_});
  text_ = std::move(future_.back().text);
  cursor_ = future_.back().cursor;
  future_.pop_back();
  wished_column_ = -1;
}

void LineBuffer::cut(size_t from, size_t to, bool is_in_front) {
  if (from == to) return;
  bool goes_on = group_ == EditGroup::cutting && !ring_.empty();
  std::string piece = text_.substr(from, to - from);
  begin(EditGroup::cutting);
  if (goes_on) {
    ring_.back() = is_in_front ? piece + ring_.back() : ring_.back() + piece;
  } else {
    ring_.push_back(std::move(piece));
  }
  if (ring_.size() > max_cuts) ring_.erase(ring_.begin());
  text_.erase(from, to - from);
  move_to(from);
}

void LineBuffer::cut_line() {
  size_t end = line_end();
  bool is_at_end = end == cursor_ && end < text_.size();
  cut(cursor_, is_at_end ? end + 1 : end, false);
}

void LineBuffer::cut_line_before() { cut(line_begin(), cursor_, true); }
void LineBuffer::cut_word() { cut(cursor_, word_end(), false); }
void LineBuffer::cut_word_before() { cut(word_begin(), cursor_, true); }

void LineBuffer::cut_blank_word_before() {
  size_t at = cursor_;
  auto is_blank = [&](size_t i) { return text_[i] == ' ' || text_[i] == '\n'; };
  while (at > 0 && is_blank(at - 1)) --at;
  while (at > 0 && !is_blank(at - 1)) --at;
  cut(at, cursor_, true);
}

void LineBuffer::paste_cut() {
  if (ring_.empty()) return;
  ring_at_ = ring_.size() - 1;
  begin(EditGroup::none);
  pasted_from_ = cursor_;
  text_.insert(cursor_, ring_[ring_at_]);
  move_to(cursor_ + ring_[ring_at_].size());
  group_ = EditGroup::pasting;
}

void LineBuffer::paste_earlier_cut() {
  if (group_ != EditGroup::pasting || ring_.empty() || pasted_from_ > cursor_) return;
  ring_at_ = ring_at_ == 0 ? ring_.size() - 1 : ring_at_ - 1;
  text_.replace(pasted_from_, cursor_ - pasted_from_, ring_[ring_at_]);
  move_to(pasted_from_ + ring_[ring_at_].size());
}

}  // namespace rille::line
