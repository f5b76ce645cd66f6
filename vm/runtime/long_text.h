// Long strings: created in Lua piece by piece.
#pragma once

#include <lua5.4/lua.h>

#include <cstddef>
#include <span>
#include <string_view>

namespace rille {

// For strings of this size or larger, a single copy by Lua would delay an interrupt.
inline constexpr size_t long_text = size_t{8} << 20;

// Pushes the pieces as one string, and polls for interrupts after each megabyte.
void push_long_text(lua_State* lua, std::span<const std::string_view> pieces);

// Pushes a string of any length.
inline void push_text(lua_State* lua, std::string_view text) {
  if (text.size() >= long_text) return push_long_text(lua, {&text, 1});
  lua_pushlstring(lua, text.data(), text.size());
}

}  // namespace rille
