// The C functions of R: each file provides its table.
#pragma once

#include <span>
#include <string>
#include <vector>

struct lua_State;

namespace rille {

struct RawFunction;

std::span<const RawFunction> access_functions();      // x[i], x.f = v
std::span<const RawFunction> annotation_functions();  // x: f32[n]
std::span<const RawFunction> call_functions();        // arguments, methods
std::span<const RawFunction> compare_functions();     // < == and or not, conditions, // % ^ @
std::span<const RawFunction> stream_functions();      // for x in a stream
std::span<const RawFunction> struct_functions();      // struct
std::span<const RawFunction> text_functions();        // strings, kinds
std::span<const RawFunction> layer_functions();       // the current layers of a trace
std::span<const RawFunction> lend_functions();        // ownership

// The strings of the list in a slot.
std::vector<std::string> strings_at(lua_State* lua, int slot);
// Pushes the value that a `const` field of that name stores for the value in the slot.
void push_const(lua_State* lua, int slot, std::string_view field);

// x[i], with x in slot 1 and i in slot 2.
int index_one(lua_State* lua);

}  // namespace rille
