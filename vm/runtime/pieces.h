// load_pieces: lua_load that can be interrupted.
#pragma once

#include <lua5.4/lua.h>

#include <cstddef>
#include <string_view>
#include <vector>

namespace rille {

// The text that Lua reads, `most` bytes at a time.
struct LuaPieces {
  std::vector<std::string_view> texts;
  size_t most;
};

// Calls lua_load and returns its status, with the function or the message on the stack. poll()
// throws if a stop interrupts it.
int load_pieces(lua_State* lua, LuaPieces pieces, const char* name, const char* mode);

}  // namespace rille
