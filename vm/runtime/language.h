// The functions of R that are C: each file gives its table.
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
std::span<const RawFunction> compare_functions();     // < == and or not, truth, // % ^ @
std::span<const RawFunction> stream_functions();      // for x in a stream
std::span<const RawFunction> struct_functions();      // struct
std::span<const RawFunction> text_functions();        // strings, kinds
std::span<const RawFunction> layer_functions();       // the layers that a trace is in
std::span<const RawFunction> lend_functions();        // who owns what

// The strings of a list that stands in a slot.
std::vector<std::string> strings_at(lua_State* lua, int slot);
// Pushes what a `const` field of that name holds where it is given what stands in the slot.
void push_const(lua_State* lua, int slot, std::string_view field);

// x[i] of slots 1 and 2.
int index_one(lua_State* lua);

}  // namespace rille
