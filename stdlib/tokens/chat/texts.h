// Texts as Python's methods of strings change them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rille {

// Without blanks, or any of these characters, at the ends: 1 the left, 2 the right, 3 both.
std::string stripped(std::string_view text, const std::optional<std::string>& characters, int ends);
// By a separator, or at blanks; at most so many cuts, from the right where asked.
std::vector<std::string> split_chat_text(std::string_view text,
                                         const std::optional<std::string>& by, int64_t most,
                                         bool from_right);
std::vector<std::string> lines_of_chat(std::string_view text);
std::string upper_text(std::string_view text);
std::string lower_text(std::string_view text);
std::string title_text(std::string_view text);  // words are of letters, as in Python's str.title
// A word begins behind a blank or one of -({[<, as in Jinja's filter `title`.
std::string headline_text(std::string_view text);
std::string capital_text(std::string_view text);
// The first `most` of them, all where that is below 0; error[limit] beyond so many bytes.
std::string replaced_text(std::string_view text, std::string_view old, std::string_view by,
                          int64_t most, size_t bytes);
bool is_decimal_character(char32_t code);
bool is_letter(char32_t code);
bool all_are(std::string_view text, bool (*kind)(char32_t));  // and there is one
// What decimal digits of any script say, as Python's int reads them; nothing where it has other
// characters, or more than nine.
std::optional<int64_t> whole_of_digits(std::string_view text);

}  // namespace rille
