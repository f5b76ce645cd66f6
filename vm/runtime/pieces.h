// load_pieces: lua_load, which hears stops.
#pragma once

#include <lua5.4/lua.h>

#include <cstddef>
#include <string_view>
#include <vector>

namespace rille {

// What Lua reads, `most` bytes at a time.
struct LuaPieces {
  std::vector<std::string_view> texts;
  size_t most;
};

// lua_load: its status, with the function or the message on the stack. poll() throws where a stop
// ends it.
int load_pieces(lua_State* lua, LuaPieces pieces, const char* name, const char* mode);

}  // namespace rille
