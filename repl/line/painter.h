// Painter: converts views to escape sequences.
#pragma once

#include <string>
#include <vector>

#include "repl/line/view.h"

namespace rille::line {

// The painter remembers the rows it drew last and the position of the cursor. It assumes that the
// cursor has not moved since, and that it is in column 0 at first.
class Painter {
 public:
  explicit Painter(Colors colors) : colors_(colors) {}

  // Replaces the last view by this one.
  std::string draw(const ScreenView& view);
  // Draws the final view and moves the cursor to the line below it.
  std::string finish(const ScreenView& view);
  // Clears the screen and draws the view.
  std::string clear(const ScreenView& view);
  // Accounts for a new width of the terminal, which may have wrapped rows.
  void resize(int columns);
  // Makes the next view start at the position of the cursor.
  void forget() { *this = Painter(colors_); }

 private:
  std::string rows_text(const ScreenView& view) const;

  Colors colors_;
  int row_ = 0, column_ = 0;  // position of the cursor, relative to the first row of the view
  std::vector<int> widths_;   // widths of the drawn rows
};

}  // namespace rille::line
