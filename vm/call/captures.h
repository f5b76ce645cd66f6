// Which upvalues of a function of a script are its captures.
#pragma once

#include <lua5.4/lua.h>

#include <string_view>

namespace rille {

// A name of a script has an underscore before its number (lang/emit/piece.cpp); the names that a
// chunk begins with, R, END, TUPLE or F1, have none and are no captures.
inline bool is_capture_name(std::string_view name) {
  return name.find('_') != std::string_view::npos && name != "_ENV";
}

// Locals that were spilled stand in a plain table (Emitter::slot_table): each field is a name.
bool is_spill(lua_State* lua, int slot, std::string_view name);

}  // namespace rille
