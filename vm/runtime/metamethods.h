// The metatables of all values of scripts.
#pragma once

#include <lua5.4/lua.h>

#include "vm/state/inside.h"

namespace rille {

int drop_array(lua_State* lua);  // __gc of arrays

// Each of these sets fields of the metatable on top of the stack.
void set_operators(lua_State* lua);  // + - * / // % ^ unary -, and < <= that return false
void set_uncallable(lua_State* lua);
void set_tag(lua_State* lua, const Tag& tag);

// The help for `d.word`, where d is a dict.
std::string item_help(std::string_view word);

// Creates the metatables of a new state: of arrays, tuples, ranges, and Lua's types.
void make_metatables(lua_State* lua, State::Internals& inside);

// Pushes a new metatable for a layout: tag, names from [2] on, operators, missing fields, and
// `__call` if the struct has a method `call`.
void push_new_layout(lua_State* lua, const Layout& layout);
// Pushes the struct of the library with this name; false if there is none.
bool push_library_struct(lua_State* lua, std::string_view name);
// Pushes a new metatable for the table M of a module.
void push_new_module(lua_State* lua, std::string name);

}  // namespace rille
