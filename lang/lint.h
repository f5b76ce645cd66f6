// lint(): what is allowed and yet hardly meant.
#pragma once

#include <string>
#include <vector>

#include "lang/ast.h"

namespace rille::lang {

struct Warning {
  std::string text;
  Span span;
  std::string help;  // what to write instead, where that is sure
};

// Of a resolved file without errors, in the order of the text: names that nobody reads, code
// that never runs, updates that are dropped, shapes that do not fit. A name that begins with _ is
// never warned about.
std::vector<Warning> lint(const File& file);

}  // namespace rille::lang
