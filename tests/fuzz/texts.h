// Texts that no builtin reads: programs, keys, graphs.
#pragma once

#include <string>
#include <vector>

#include "repl/interpreter.h"
#include "tests/fuzz/files.h"

namespace rille::fuzz {

// A reader of one file's bytes, in C++. It throws Error where it refuses them, and a Bug where what
// it promises does not hold: the formatted text of a program is formatted, keys are the same in
// whatever pieces they come, a graph that is written is read as the same.
struct Text {
  std::string name, file;  // of the target, of what it reads
  std::vector<Files> (*good)();
  void (*read)(Interpreter& interpreter, const fs::path& path);
  bool runs = false;  // as long as it may, by itself
};

const std::vector<Text>& texts();

}  // namespace rille::fuzz
