// Painter: redraws all rows, then moves the cursor.
#include "repl/line/painter.h"

#include <algorithm>

#include "repl/line/width.h"
#include "vm/text.h"

namespace rille::line {

// Ends each row in \r\n, so that no terminal joins two rows as one wrapped line.
std::string Painter::rows_text(const ScreenView& view) const {
  std::string out;
  for (const Row& row : view.rows) {
    if (&row != view.rows.data()) out += "\r\n";
    for (const StyledRun& run : row) out += styled(run.text, run.style, colors_);
  }
  return out;
}

// To prevent flicker, the cursor is hidden during the update, and the result is written at once.
std::string Painter::draw(const ScreenView& view) {
  std::string out = "\x1b[?25l";
  if (row_ > 0) out += str("\x1b[", row_, "A");
  out += "\r\x1b[J" + rows_text(view);
  int last = static_cast<int>(view.rows.size()) - 1;
  if (last > view.row) out += str("\x1b[", last - view.row, "A");
  out += "\r";
  if (view.column > 0) out += str("\x1b[", view.column, "C");
  row_ = view.row;
  column_ = view.column;
  widths_.clear();
  for (const Row& row : view.rows) widths_.push_back(width_of(text_of(row)));
  return out + "\x1b[?25h";
}

std::string Painter::finish(const ScreenView& view) {
  std::string out = row_ > 0 ? str("\x1b[", row_, "A") : "";
  out += "\r\x1b[J" + rows_text(view) + "\r\n";
  forget();
  return out;
}

std::string Painter::clear(const ScreenView& view) {
  forget();
  return "\x1b[H\x1b[2J" + draw(view);
}

void Painter::resize(int columns) {
  columns = std::max(columns, 1);
  int row = column_ / columns;
  for (int i = 0; i < row_ && i < static_cast<int>(widths_.size()); ++i) {
    row += std::max(1, (widths_[static_cast<size_t>(i)] + columns - 1) / columns);
  }
  row_ = row;
}

}  // namespace rille::line
