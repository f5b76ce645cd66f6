// ScreenView: the state of an editor as rows of styled text.
#pragma once

#include <string>
#include <vector>

#include "repl/line/editor.h"
#include "repl/line/style.h"

namespace rille::line {

struct ScreenSize {
  int columns = 80, lines = 24;
};

struct StyledRun {
  std::string text;
  Style style = Style::plain;
};
using Row = std::vector<StyledRun>;

// No row is wider than the screen, no cluster crosses its edge, and there are at most as many rows
// as lines. A long text is reduced to the rows around the cursor.
struct ScreenView {
  std::vector<Row> rows;
  int row = 0, column = 0;  // position of the cursor
};

struct ViewOptions {
  ScreenSize size = {};
  std::string hint = "";  // shown after the text if there is room
  bool is_final = false;  // true for an entered text: shows all rows, without hint and menu
};

ScreenView view_of(const Editor& editor, const ViewOptions& look);

std::string text_of(const Row& row);

}  // namespace rille::line
