// A simulated terminal for tests of the line editor.
#pragma once

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "repl/line/width.h"

namespace rille::line {

// Interprets only the sequences that the painter writes. A letter in the last column leaves the
// cursor there until the next letter.
class TestScreen {
 public:
  TestScreen(int columns, int lines) : columns_(columns), lines_(lines) { rows_.resize(1); }

  void take(std::string_view text) {
    for (size_t at = 0; at < text.size();) {
      if (text[at] == '\x1b') {
        at = sequence(text, at);
      } else if (text[at] == '\r') {
        column_ = 0;
        ++at;
      } else if (text[at] == '\n') {
        down();
        ++at;
      } else {
        size_t size = letter_at(text, at);
        put(std::string(text.substr(at, size)));
        at += size;
      }
    }
  }

  // From the row where the painter started: rows above have scrolled away or are older.
  std::string row(int at) const {
    if (at < 0 || at >= static_cast<int>(rows_.size())) return "";
    std::string out;
    for (const std::string& cell : rows_[static_cast<size_t>(at)]) out += cell;
    out.erase(out.find_last_not_of(' ') + 1);
    return out;
  }
  int cursor_row() const { return row_; }
  int cursor_column() const { return column_; }
  // An unknown sequence, or a move beyond the edge.
  const std::string& fault() const { return fault_; }

 private:
  size_t sequence(std::string_view text, size_t at) {
    size_t end = at + 2;
    while (end < text.size() && std::isalpha(static_cast<unsigned char>(text[end])) == 0) ++end;
    if (text.substr(at, 2) != "\x1b[" || end >= text.size())
      return fault_ = "no sequence", text.size();
    std::string number(text.substr(at + 2, end - at - 2));
    int count = std::max(1, std::atoi(number.c_str()));
    switch (text[end]) {
      case 'A': row_ -= count; break;
      case 'C': column_ += count; break;
      case 'J': erase(number == "2"); break;
      case 'H': row_ = column_ = 0; break;
      case 'm':
      case 'h':
      case 'l': break;
      default: fault_ = "an unknown sequence";
    }
    if (row_ < 0) fault_ = "above the top";
    bool is_behind = column_ > columns_ || (column_ == columns_ && text[end] == 'C');
    if (is_behind) fault_ = "behind the edge";
    row_ = std::max(row_, 0);
    return end + 1;
  }

  void erase(bool is_all) {
    if (is_all) rows_.assign(1, {});
    rows_.resize(static_cast<size_t>(row_) + 1);
    auto& row = rows_.back();
    if (!is_all && static_cast<int>(row.size()) > column_) row.resize(static_cast<size_t>(column_));
  }

  void down() {
    ++row_;
    if (row_ >= static_cast<int>(rows_.size())) rows_.resize(static_cast<size_t>(row_) + 1);
  }

  void put(std::string letter) {
    int width = width_of_letter(letter);
    if (column_ + width > columns_) {
      column_ = 0;
      down();
    }
    auto& row = rows_[static_cast<size_t>(row_)];
    if (static_cast<int>(row.size()) < column_ + width) {
      row.resize(static_cast<size_t>(column_ + width), " ");
    }
    row[static_cast<size_t>(column_)] = std::move(letter);
    for (int i = 1; i < width; ++i) row[static_cast<size_t>(column_ + i)] = "";
    column_ += width;
  }

  int columns_, lines_, row_ = 0, column_ = 0;
  std::string fault_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace rille::line
