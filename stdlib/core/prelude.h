// The part of R that is Lua, embedded from prelude/*.lua.
#pragma once

#include <string_view>

namespace rille {

// Each is called once with R, B, END, ABSENT, and adds its functions to R, its builtins to B. The
// records of these builtins are in the .def beside the file.
extern const std::string_view values_lua;  // tuples, records, ranges, iteration
extern const std::string_view dicts_lua;   // dicts, items by a key
// These are loaded when a program first asks for one of their functions.
extern const std::string_view patterns_lua;  // match, let, annotations, assert, calls
extern const std::string_view rows_lua;      // rows of tables, loops over places
extern const std::string_view control_lua;   // if, while, for, match where a trace may be open

}  // namespace rille
