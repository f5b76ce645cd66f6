// String functions with the semantics of Python's methods.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rille {

// Strips whitespace, or any of `characters`, from the ends: 1 the left, 2 the right, 3 both.
std::string stripped(std::string_view text, const std::optional<std::string>& characters, int ends);
// Splits at a separator, or at whitespace if `by` is nullopt. A negative `max_splits` means no
// limit; with `from_right`, splits from the right.
std::vector<std::string> python_split(std::string_view text, const std::optional<std::string>& by,
                                      int64_t max_splits, bool from_right);
std::vector<std::string> python_lines(std::string_view text);
std::string upper_text(std::string_view text);
std::string lower_text(std::string_view text);
std::string title_text(std::string_view text);  // a word is a run of letters, as in str.title
// A word begins after whitespace or one of -({[<, as in Jinja's filter `title`.
std::string headline_text(std::string_view text);
std::string capital_text(std::string_view text);
// Replaces the first `count` occurrences, or all if `count` is negative; error[limit] if the result
// exceeds `max_bytes`.
std::string replaced_text(std::string_view text, std::string_view old, std::string_view by,
                          int64_t count, size_t max_bytes);
bool is_decimal_character(char32_t code);
bool is_letter(char32_t code);
bool all_are(std::string_view text, bool (*kind)(char32_t));  // false for an empty text
// Parses decimal digits of any script, like Python's int; nullopt if the text has other characters,
// or more than nine digits.
std::optional<int64_t> integer_of_digits(std::string_view text);

}  // namespace rille
