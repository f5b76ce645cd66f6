// Keys: what a terminal sends to the line editor.
#pragma once

#include <vector>

#include "repl/interpreter.h"
#include "tests/fuzz/files.h"

namespace rille::fuzz {

// The first two bytes are the screen's size, all others what is typed.
std::vector<Files> typed_keys();
// Throws a Bug where a key depends on the pieces that its bytes come in, the cursor stands within a
// letter, or a row is wider than the screen.
void press_keys(Interpreter& interpreter, const fs::path& path);

}  // namespace rille::fuzz
