// Arrays as userdata, and when to collect them.
#include <algorithm>
#include <new>

#include "vm/runtime/raw.h"

namespace rille {

const Tag array_tag = {.what = What::array};

namespace {

// What an array takes beside its elements: the userdata, its body, a Buffer and its count.
constexpr int64_t handle_bytes = 320;

// Lua sees 24 bytes of an array, so the bytes of buffers, and of handles where the arrays are
// small, decide when a full collection is due. Pushing is a safe point: what lives stands on a
// stack of Lua or in a handle.
void collect_if_due(lua_State* lua, State::Inside& inside) {
  int64_t live = host_space().live_bytes();
  int64_t limit = inside.limits.memory_bytes;
  bool near_limit = limit > 0 && live + inside.lua_bytes > limit - limit / 8;
  if (live + inside.handles * handle_bytes <= inside.collect_at && !near_limit) return;
  lua_gc(lua, LUA_GCCOLLECT, 0);
  live = host_space().live_bytes() + inside.handles * handle_bytes;
  inside.collect_at = live + std::max<int64_t>(64 << 20, live / 2);
}

bool push_number(lua_State* lua, const Array& array) {
  switch (array.dtype()) {
    case Dtype::i64: lua_pushinteger(lua, array.integer()); return true;
    case Dtype::f64: lua_pushnumber(lua, array.number()); return true;
    case Dtype::boolean: lua_pushboolean(lua, array.number() != 0); return true;
    default: return false;
  }
}

}  // namespace

void push_array(lua_State* lua, Array array) {
  if (array.is_none()) return lua_pushnil(lua);
  bool host = array.is_weak() && !array.is_traced() && array.rank() == 0;
  if (host && push_number(lua, array)) return;
  State::Inside& inside = inside_of(lua);
  collect_if_due(lua, inside);
  void* memory = lua_newuserdatauv(lua, sizeof(ArrayBox), 0);
  new (memory) ArrayBox{{&array_tag}, std::move(array), false};
  ++inside.handles;
  lua_rawgeti(lua, LUA_REGISTRYINDEX, inside.array_meta);
  lua_setmetatable(lua, -2);
}

Array leaf_at(lua_State* lua, int slot) {
  switch (lua_type(lua, slot)) {
    case LUA_TNUMBER:
      return lua_isinteger(lua, slot) ? Array(static_cast<int64_t>(lua_tointeger(lua, slot)))
                                      : Array(lua_tonumber(lua, slot));
    case LUA_TBOOLEAN: return Array(lua_toboolean(lua, slot) != 0);
    case LUA_TUSERDATA: {
      const Array* array = array_at(lua, slot);
      return array != nullptr ? *array : Array();
    }
    default: return {};
  }
}

}  // namespace rille
