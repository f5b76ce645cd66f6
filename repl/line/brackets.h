// Brackets: which are open, which belong together.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "lang/marks.h"

namespace rille::line {

// The last bracket that is open where the text ends; npos where none is.
size_t innermost_open(std::string_view text);
// The blanks that the line of a place begins with.
size_t indent_at(std::string_view text, size_t place);
// Those of a line that follows the text: behind an open bracket two more than the line that opened
// it has, else as many as the last line.
size_t indent_behind(std::string_view text);

// The bracket at the cursor, else the one before it, and its partner; -1 where there is none.
struct Pair {
  int one = -1, other = -1;  // marks
};
Pair pair_at(const std::vector<lang::Mark>& marks, size_t cursor);

bool opens(std::string_view text, const lang::Mark& bracket);

}  // namespace rille::line
