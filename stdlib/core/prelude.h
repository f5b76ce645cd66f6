// The part of R that is written in Lua, from prelude/*.lua.
#pragma once

#include <string_view>

namespace rille {

// Each chunk is called once with R, B, END, ABSENT. It adds its functions to R and its builtins to
// B. The records of these builtins are in the .def file of the same name.
extern const std::string_view values_lua;  // tuples, records, ranges, iteration
extern const std::string_view dicts_lua;   // dicts, items by a key
// The following chunks are loaded when a program first uses one of their functions.
extern const std::string_view patterns_lua;  // match, let, annotations, assert, calls
extern const std::string_view rows_lua;      // rows of tables, loops over `&` streams
extern const std::string_view control_lua;   // if, while, for, match for code that may be traced

}  // namespace rille
