// rille build: writes a program, or a library for C.
#pragma once

#include <string>
#include <vector>

#include "repl/planned_call.h"
#include "repl/shared_options.h"

namespace rille {

// Builds a script as a standalone program. The program includes compiled code for functions whose
// annotations determine all sizes, for `calls`, for a run of main with `words` if `records`, and
// the code of the program `also`.
struct BuildProgramOptions {
  std::string path, out, isa, also;
  std::vector<std::string> calls, words;
  bool records = false;
  bool is_bare = false;  // run nothing and include no compiled code
};
Status build_program(const SharedOptions& shared, const BuildProgramOptions& options);

// Builds an object for C, OUT.o and OUT.h, with the function `name`.
struct BuildLibraryOptions {
  PlannedCallOptions call;
  std::string isa, out, name;  // "" means the ISA of this CPU, and the name of the function
};
Status build_library(const SharedOptions& shared, const BuildLibraryOptions& options);

}  // namespace rille
