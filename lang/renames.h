// renames(): former names of the library in a file.
#pragma once

#include <string>
#include <vector>

#include "lang/ast.h"
#include "lang/resolve.h"

namespace rille::lang {

struct Rename {
  Span span;  // of the former name
  std::string name;
};

// The former names in a file that resolve() was run on, in source order, with errors or without:
// functions, structs, and parameters by their paths; methods and fields where the value is a call
// of a library function, or a name bound to one.
std::vector<Rename> renames(const File& file, const Names& names);

}  // namespace rille::lang
