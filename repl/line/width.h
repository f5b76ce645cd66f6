// Width: how many columns what a reader calls a letter takes.
#pragma once

#include <string>
#include <string_view>

namespace rille::line {

// Bytes of the letter at `at`, with all marks that stand on it (a grapheme cluster of Unicode); 0
// at the end of the text. And of the one that ends at `at`.
size_t letter_at(std::string_view text, size_t at);
size_t letter_before(std::string_view text, size_t at);

// Columns on a terminal: 2 of what East Asia writes wide and of emoji, 0 of marks alone.
int width_of_letter(std::string_view letter);
int width_of(std::string_view text);  // of one line

// What can stand in an edited text: UTF-8 without control characters and marks that turn the
// direction of writing. Ends of lines are \n, a tab is two blanks; all else is left out.
std::string cleaned(std::string_view text);

}  // namespace rille::line
