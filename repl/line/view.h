// View: an editor's state as rows of styled text.
#pragma once

#include <string>
#include <vector>

#include "repl/line/editor.h"
#include "repl/line/style.h"

namespace rille::line {

struct Size {
  int columns = 80, lines = 24;
};

struct Run {
  std::string text;
  Style style = Style::plain;
};
using Row = std::vector<Run>;

// No row is wider than the screen, no letter is cut by its edge, and there are not more rows than
// lines: of a long text, those around the cursor.
struct View {
  std::vector<Row> rows;
  int row = 0, column = 0;  // of the cursor
};

struct Look {
  Size size = {};
  std::string hint = "";  // behind the text, where it has room
  bool is_final = false;  // the text is entered: all of it, and nothing beside it
};

View view_of(const Editor& editor, const Look& look);

std::string text_of(const Row& row);

}  // namespace rille::line
