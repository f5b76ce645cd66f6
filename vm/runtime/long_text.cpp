// Long strings: loaded by Lua as the constant of a chunk.
#include "vm/runtime/long_text.h"

#include <lua5.4/lauxlib.h>

#include <algorithm>
#include <string>
#include <vector>

#include "vm/error.h"
#include "vm/runtime/pieces.h"

namespace rille {
namespace {

// A precompiled chunk that returns a string: the bytes before the size of the string, and after it.
struct ChunkTemplate {
  std::string before, behind;
};

int append(lua_State* /*lua*/, const void* bytes, size_t size, void* to) {
  static_cast<std::string*>(to)->append(static_cast<const char*>(bytes), size);
  return 0;
}

// Seven bits per byte, most significant first; the last byte is marked.
std::string size_bytes(size_t size) {
  std::string out(1, static_cast<char>(0x80 | (size & 0x7f)));
  while ((size >>= 7) != 0) out.insert(out.begin(), static_cast<char>(size & 0x7f));
  return out;
}

// Compiles the chunk of another string, and removes that string.
ChunkTemplate form_of(lua_State* lua) {
  const std::string other(300, '-'), text = str("return '", other, "'");
  std::string chunk;
  if (luaL_loadbuffer(lua, text.data(), text.size(), "=text") != LUA_OK) lua_error(lua);
  lua_dump(lua, append, &chunk, 1);
  lua_pop(lua, 1);
  std::string size = size_bytes(other.size() + 1);
  size_t at = chunk.find(size + other);
  RILLE_CHECK(at != std::string::npos, "this Lua writes its chunks in another way");
  return {chunk.substr(0, at), chunk.substr(at + size.size() + other.size())};
}

}  // namespace

// All other ways to create a string in Lua copy it without a pause.
void push_long_text(lua_State* lua, std::span<const std::string_view> pieces) {
  static const ChunkTemplate form = form_of(lua);
  luaL_checkstack(lua, 4, "a long text");
  size_t all = 0;
  for (std::string_view piece : pieces) all += piece.size();
  std::string begin = form.before + size_bytes(all + 1);
  std::vector<std::string_view> chunk = {begin};
  chunk.insert(chunk.end(), pieces.begin(), pieces.end());
  chunk.push_back(form.behind);
  constexpr size_t most = size_t{1} << 20;
  if (load_pieces(lua, {std::move(chunk), most}, "=text", "b") != LUA_OK) lua_error(lua);
  lua_call(lua, 0, 1);
}

}  // namespace rille
