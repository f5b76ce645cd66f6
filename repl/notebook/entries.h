// Entries: a notebook's cell as what one enters at the prompt.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace rille {

struct CellEntry {
  size_t begin;  // in the cell, bytes
  std::string text;
};

// A line that begins with `:`, `?`, `!` or, as the first of the cell, `;` is a command with the
// lines that it leaves open; what stands between commands is code. Behind `:time`, `:bench`, `:ir`
// and their kin alone in their line all that follows is theirs.
std::vector<CellEntry> entries_of(const std::string& cell);

}  // namespace rille
