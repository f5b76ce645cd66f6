// Painter: views to what a terminal is told.
#pragma once

#include <string>
#include <vector>

#include "repl/line/view.h"

namespace rille::line {

// Knows what it drew last and where it left the cursor. It assumes that the cursor stands where it
// was left, at first in column 0.
class Painter {
 public:
  explicit Painter(Colors colors) : colors_(colors) {}

  // The view in the place of the one that was drawn last.
  std::string draw(const View& view);
  // The view, which stays: the cursor goes to the line below it.
  std::string finish(const View& view);
  // On an empty screen.
  std::string clear(const View& view);
  // The terminal has another width: its rows may have come apart.
  void resize(int columns);
  // What is drawn next stands below.
  void forget() { *this = Painter(colors_); }

 private:
  std::string rows_text(const View& view) const;

  Colors colors_;
  int row_ = 0, column_ = 0;  // of the cursor; rows from the top of what was drawn
  std::vector<int> widths_;   // of the rows that were drawn
};

}  // namespace rille::line
