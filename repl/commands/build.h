// What `rille build` makes: a program, or a library for C.
#pragma once

#include <string>
#include <vector>

#include "repl/planned_call.h"
#include "repl/shared_options.h"

namespace rille {

// A script as a program of its own. The compiled code that it holds: of functions whose annotations
// say all sizes, of `calls`, of a run with `words` for its main if it `records`, and of the program
// `also`.
struct BuildProgramOptions {
  std::string path, out, isa, also;
  std::vector<std::string> calls, words;
  bool records = false;
  bool is_bare = false;  // nothing is run, and no compiled code goes in
};
Status build_program(const SharedOptions& shared, const BuildProgramOptions& options);

// A function as an object for C: OUT.o and OUT.h, whose function is `name`.
struct BuildLibraryOptions {
  PlannedCallOptions call;
  std::string isa, out, name;  // "": this machine's, and the function's own name for both
};
Status build_library(const SharedOptions& shared, const BuildLibraryOptions& options);

}  // namespace rille
