// Width: grapheme clusters and their width in columns.
#pragma once

#include <string>
#include <string_view>

namespace rille::line {

// Return the number of bytes of the grapheme cluster that begins at `at`, or that ends at `at`; 0
// at the end, or at the beginning, of the text.
size_t letter_at(std::string_view text, size_t at);
size_t letter_before(std::string_view text, size_t at);

// Return the width in columns of a terminal. A cluster has 2 columns if it is an East Asian wide
// character or an emoji, and 0 columns if it has only combining marks.
int width_of_letter(std::string_view letter);
int width_of(std::string_view text);  // of one line

// Filters a text for editing. Invalid UTF-8, control characters, and marks that change the writing
// direction are removed; line ends become \n, and a tab becomes two blanks.
std::string cleaned(std::string_view text);

}  // namespace rille::line
