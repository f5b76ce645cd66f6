// Text: offsets in cells, and input requests.
#pragma once

#include <string>
#include <string_view>

#include "repl/line/editor.h"

namespace rille {

// Convert offsets: Jupyter counts characters, Rille counts bytes. An offset after the end of the
// text becomes the end.
size_t byte_of(std::string_view text, int letters);
int letters_of(std::string_view text, size_t byte);

// Returns the type of a completion for frontends: "function", "module", "keyword", ….
std::string kind_of(const line::Candidate& candidate);
// Returns whether code has syntax errors.
bool is_wrong(const std::string& text);

// Returns the text that the user enters in the frontend. Raises error[interrupt] if the run is
// interrupted during the wait.
std::string asked_of_frontend(const std::string& prompt);

}  // namespace rille
