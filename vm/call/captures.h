// Which upvalues of a script function are its captures.
#pragma once

#include <lua5.4/lua.h>

#include <string_view>

namespace rille {

// A name of a script has an underscore before its number (lang/emit/piece.cpp). The names at the
// head of a chunk, such as R, END, TUPLE, or F1, have no underscore and are not captures.
inline bool is_capture_name(std::string_view name) {
  return name.find('_') != std::string_view::npos && name != "_ENV";
}

// Whether a slot is the table of spilled locals (Writer::slot_table), in which each field is a
// name.
bool is_spill(lua_State* lua, int slot, std::string_view name);

}  // namespace rille
