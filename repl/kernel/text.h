// Text: places in cells, and questions to their reader.
#pragma once

#include <string>
#include <string_view>

#include "repl/line/editor.h"

namespace rille {

// Jupyter counts characters, we bytes. What lies behind the text is its end.
size_t byte_of(std::string_view text, int letters);
int letters_of(std::string_view text, size_t byte);

// "function", "module", "keyword" and the like, as frontends draw them.
std::string kind_of(const line::Candidate& candidate);
// Whether code cannot be read.
bool is_wrong(const std::string& text);

// What the user enters in a field that the frontend shows; error[interrupt] where the run is
// stopped meanwhile.
std::string asked_of_frontend(const std::string& prompt);

}  // namespace rille
