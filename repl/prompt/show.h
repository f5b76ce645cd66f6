// Show: texts of values for a terminal.
#pragma once

#include <string>

#include "vm/value.h"

namespace rille {

// The text of a value, and a note. The note of an array has its dtype, shape, and device, and, for
// a large array, the minimum, mean, maximum, and number of NaN elements. The text of a large table
// has its first and last rows, and at most `columns` characters in a line. The text of a large tree
// has a line for each branch and leaf.
struct ShownText {
  std::string text;       // complete lines
  std::string note = "";  // a line without a newline, or ""
};
ShownText shown_text(const Value& value, int columns = 80);
// Returns the note of an array without the leading "# ": "f32[3, 4] on host".
std::string note_of(const Array& x);
// Returns whether a tree is shown with a line for each branch.
bool holds_large(const Value& value, int depth = 0);

// Shows a value on the terminal. A chart is drawn.
void show_on_terminal(State& state, const Value& value);
// Makes io.show use show_on_terminal().
void show_all_on_terminal(State& state);

// Returns the field, key, or index of an item.
std::string branch_name(const Branch& branch, size_t at);

// Returns a short description in one line: "f32[3, 4]", "record of 2", "fn".
std::string brief_of(const Value& value);

}  // namespace rille
