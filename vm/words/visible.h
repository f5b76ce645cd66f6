// Safe display of untrusted data.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "vm/error.h"

namespace rille {

// The text with escapes, such as `\u{1b}`, for control characters (except newlines and tabs), marks
// that change the direction of writing, and bytes that are not UTF-8.
std::string visible(std::string_view text);
// Like visible(), but escapes newlines and tabs as well: for the name of a file in a report that is
// read by lines.
std::string visible_name(std::string_view name);
// The number of bytes of the character at `at`; 0 if no character begins there.
size_t character_size(std::string_view text, size_t at);
// The offset of the first byte that is not part of a character; the size if there is none.
// Polls.
size_t first_bad(std::string_view text);
// Whether a terminal would interpret the character instead of showing it.
bool is_hidden(std::string_view character);

// A message for display: a very long one is truncated, with a note about its length.
std::string shown_message(std::string_view message);

// Renders all errors like render(), in time linear in the files.
std::vector<std::string> render_all(std::span<const Error> errors, std::span<const Source> files);

}  // namespace rille
