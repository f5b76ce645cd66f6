// Plugin: shared libraries that are opened on first use.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "jit/machine_code.h"

namespace rille {

// The path of one of our libraries. The environment variable has priority. Otherwise the library is
// looked up in the directory of set_plugin_folder(), next to the program or the library that
// contains this code, and from there in rille/ and ../lib/rille/.
std::string path_beside(std::string_view file, const char* variable);

// These directories, in lookup order; each ends in a slash.
std::vector<std::string> plugin_folders();

// Called by embedding programs before a library is opened. "" unsets the directory.
void set_plugin_folder(std::string folder);

// The contents of a program built by `rille build`: the mark of the code generator that compiled
// its kernels (jit/key.h), and libraries by file name. Such a program compiles nothing.
struct EmbeddedLibraries {
  std::string mark;
  std::map<std::string, std::string_view, std::less<>> libraries;
};
void set_carried(EmbeddedLibraries carried);  // before a library is opened
bool is_carried();

// Opens the library at path_beside(), or the one inside the program. Null if it cannot be opened;
// dlerror has the reason. The library is never closed.
void* open_library(std::string_view file, const char* variable);

// Opens the library; raises error[device] if it does not exist or belongs to another build. The
// library is never closed.
void* open_beside(std::string_view file, const char* variable);

// Passes the addresses of imported functions to an opened library. Returns the name of a function
// that `find` does not know, or that another copy of Rille in this process has already set; "" if
// none.
std::string missing_import(void* library, FindSymbol find);

}  // namespace rille
