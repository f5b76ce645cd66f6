// lint(): warnings about code that is allowed but suspicious.
#pragma once

#include <string>
#include <vector>

#include "lang/ast.h"

namespace rille::lang {

struct Warning {
  std::string text;
  Span span;
  std::string help;  // what to write instead, if known
};

// Warnings of a resolved file without errors, in source order: unused names, unreachable code, lost
// updates, and incompatible shapes. Names that begin with _ cause no warnings.
std::vector<Warning> lint(const File& file);

}  // namespace rille::lang
