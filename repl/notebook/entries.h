// Entries: a cell of a notebook as entries of the prompt.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace rille {

struct CellEntry {
  size_t begin;  // offset in the cell, in bytes
  std::string text;
};

// Splits a cell into commands and code. A command is a line that begins with `:`, `?`, `!`, or, on
// the first line of the cell, `;`, with further lines while a bracket is open. If a command that
// takes code, such as `:time` or `:plan`, is alone on its line, the rest of the cell belongs to it.
std::vector<CellEntry> entries_of(const std::string& cell);

}  // namespace rille
