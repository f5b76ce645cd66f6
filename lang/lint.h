// lint(): warnings about code that is allowed but suspicious.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lang/ast.h"
#include "vm/error.h"

namespace rille::lang {

struct Warning {
  std::string text;
  Span span;
  std::string help;  // what to write instead, if known
  // The kind of the error that every run raises if it reaches the code; nullopt if the code may be
  // valid.
  std::optional<Code> error = {};
};

// Warnings of a resolved file without errors, in source order: unused names, unreachable code, lost
// updates, and incompatible shapes. Names that begin with _ cause no warnings.
std::vector<Warning> lint(const File& file);

}  // namespace rille::lang
