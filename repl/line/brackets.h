// Brackets: open brackets and pairs.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "lang/marks.h"

namespace rille::line {

// Returns the offset of the innermost bracket that is open at the end of the text, or npos.
size_t innermost_open(std::string_view text);
// Returns the number of blanks at the beginning of the line that contains an offset.
size_t indent_at(std::string_view text, size_t place);
// Returns the indentation for a line after the text: two more than the line of the innermost open
// bracket, or that of the last line if no bracket is open.
size_t indent_behind(std::string_view text);

// The bracket at the cursor, or before it, and its partner, as indices of marks. An index is -1 if
// the bracket or its partner does not exist.
struct BracketPair {
  int one = -1, other = -1;
};
BracketPair pair_at(const std::vector<lang::Mark>& marks, size_t cursor);

bool opens(std::string_view text, const lang::Mark& bracket);

}  // namespace rille::line
