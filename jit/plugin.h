// Plugin: libraries beside the program, opened when needed.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "jit/machine_code.h"

namespace rille {

// The path of a library of ours: what the environment variable names, else where it stands: in the
// folder that set_plugin_folder() said, beside the program or the library that this code is part
// of, or from there in rille/ or ../lib/rille/.
std::string path_beside(std::string_view file, const char* variable);

// Those folders, in that order; each ends in a slash.
std::vector<std::string> plugin_folders();

// "": none. For hosts; before anything is opened.
void set_plugin_folder(std::string folder);

// What a program that `rille build` made has within itself: the mark of the generator that wrote
// its kernels (jit/key.h), and libraries by the names of their files. It compiles nothing.
struct Carried {
  std::string mark;
  std::map<std::string, std::string_view, std::less<>> libraries;
};
void set_carried(Carried carried);  // before anything is opened
bool is_carried();

// The library that path_beside() says, or that the program carries; null where it cannot be opened
// (dlerror). It stays open.
void* open_library(std::string_view file, const char* variable);

// The library there; error[device] where there is none, or where it is of another build. It stays
// open.
void* open_beside(std::string_view file, const char* variable);

// Tells an opened library where the functions are that it takes from us. The name of one that
// `find` does not know, or which another copy of Rille in this process has told it already; "".
std::string missing_import(void* library, FindSymbol find);

}  // namespace rille
