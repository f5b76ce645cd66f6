// The metatables of everything that a script can hold.
#pragma once

#include <lua5.4/lua.h>

#include "vm/state/inside.h"

namespace rille {

int drop_array(lua_State* lua);  // __gc of arrays

// Each of these sets fields of the metatable on top of the stack.
void set_operators(lua_State* lua);  // + - * / // % ^ unary -, and < <= that answer false
void set_uncallable(lua_State* lua);
void set_tag(lua_State* lua, const Tag& tag);

// The help for `d.word` where d is a dict.
std::string item_help(std::string_view word);

// Makes the metatables of a new state: arrays, tuples, ranges, and of Lua's own types.
void make_metatables(lua_State* lua, State::Inside& inside);

// Pushes a new metatable for a layout: tag, names from [2] on, operators, missing fields, and
// `__call` where the struct has a method `call`.
void push_new_layout(lua_State* lua, const Layout& layout);
// Pushes the struct of the library that scripts know by this name; false: there is none.
bool push_library_struct(lua_State* lua, std::string_view name);
// The same for the table M of a module.
void push_new_module(lua_State* lua, std::string name);

}  // namespace rille
