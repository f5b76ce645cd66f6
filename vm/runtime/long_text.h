// Long texts: strings of Lua that are made piece by piece.
#pragma once

#include <lua5.4/lua.h>

#include <cstddef>
#include <span>
#include <string_view>

namespace rille {

// From here on Lua's own way, one copy without a pause, would keep a stop waiting.
inline constexpr size_t long_text = size_t{8} << 20;

// Pushes the pieces as one string, and hears stops between its megabytes.
void push_long_text(lua_State* lua, std::span<const std::string_view> pieces);

// A text of any length.
inline void push_text(lua_State* lua, std::string_view text) {
  if (text.size() >= long_text) return push_long_text(lua, {&text, 1});
  lua_pushlstring(lua, text.data(), text.size());
}

}  // namespace rille
