// Show: values as a terminal shows them.
#pragma once

#include <string>

#include "vm/value.h"

namespace rille {

// Its text and what it is: of an array dtype, shape and device, of a large one also the smallest,
// the mean, the largest and how many are NaN; a large table with its first and last rows, no wider
// than so many columns; a large tree branch by branch.
struct ShownText {
  std::string text;       // lines
  std::string note = "";  // a line without its end, or nothing
};
ShownText shown_text(const Value& value, int columns = 80);
// The note of an array, without its mark: "f32[3, 4] on host".
std::string note_of(const Array& x);
// Whether a tree is shown branch by branch.
bool holds_large(const Value& value, int depth = 0);

// The same, and a chart is drawn.
void show_on_terminal(State& state, const Value& value);
// From now on io.show does so.
void show_all_on_terminal(State& state);

// The field, key or number of an item.
std::string branch_name(const Branch& branch, size_t at);

// "f32[3, 4]", "record of 2", "fn": in one line.
std::string brief_of(const Value& value);

}  // namespace rille
