// What may be shown of data that may come from anywhere.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "vm/error.h"

namespace rille {

// Text that a terminal takes for nothing but text: control characters (but the ends of lines and
// tabs), marks that turn the direction of writing, and bytes that are no UTF-8 are written out,
// `\u{1b}`.
std::string visible(std::string_view text);
// As visible(), and the ends of lines and tabs are written out as well: a file's name in a report
// whose lines are read one by one.
std::string visible_name(std::string_view name);
// How many bytes the character at `at` has; 0 where none begins there.
size_t character_size(std::string_view text, size_t at);
// Where the first byte stands that is no part of a character; the size where there is none. It
// polls.
size_t first_bad(std::string_view text);
// Whether a terminal would act on it instead of showing it.
bool is_hidden(std::string_view character);

// A message as it is shown: of one that is very long the beginning and how much there is of it.
std::string shown_message(std::string_view message);

// The errors as render() shows each; linear in the files, however many there are.
std::vector<std::string> render_all(std::span<const Error> errors, std::span<const Source> files);

}  // namespace rille
