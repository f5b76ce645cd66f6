// Strings as Python's methods change them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rille {

// Without blanks, or any of these characters, at the ends: 1 the left, 2 the right, 3 both.
std::string stripped(std::string_view text, const std::optional<std::string>& characters, int ends);
// At a separator, or at blanks if `by` is empty; at most `max_splits` cuts, below 0 all; from the
// right if `from_right`.
std::vector<std::string> python_split(std::string_view text, const std::optional<std::string>& by,
                                      int64_t max_splits, bool from_right);
std::vector<std::string> python_lines(std::string_view text);
std::string upper_text(std::string_view text);
std::string lower_text(std::string_view text);
std::string title_text(std::string_view text);  // words are of letters, as in Python's str.title
// A word begins after a blank or one of -({[<, as in Jinja's filter `title`.
std::string headline_text(std::string_view text);
std::string capital_text(std::string_view text);
// Replaces the first `count` occurrences, all if it is below 0; error[limit] if the result has more
// than `max_bytes`.
std::string replaced_text(std::string_view text, std::string_view old, std::string_view by,
                          int64_t count, size_t max_bytes);
bool is_decimal_character(char32_t code);
bool is_letter(char32_t code);
bool all_are(std::string_view text, bool (*kind)(char32_t));  // false for an empty text
// The integer that decimal digits of any script spell, as Python's int reads them; nothing if the
// text has other characters, or more than nine.
std::optional<int64_t> integer_of_digits(std::string_view text);

}  // namespace rille
