// Arrays as userdata, and when they are collected.
#include <algorithm>
#include <new>

#include "vm/memory/handed.h"
#include "vm/run/observer.h"
#include "vm/runtime/raw.h"

namespace rille {

const Tag array_tag = {.what = ObjectKind::array};

namespace {

// The memory of an array in addition to its elements: the userdata, its body, a Buffer, and its
// count.
constexpr int64_t handle_bytes = 320;

// Lua counts 24 bytes for an array, so the memory accounting of the State decides when a full
// collection is due: after growth by half, and before a limit by half of the remaining memory, but
// not for small amounts. A collection of few objects takes 20 µs. It runs so often that new results
// reuse memory that is still in the L2 cache, or in the last-level cache if there are many objects.
// Near a limit it runs less often, since each collection drops traces that were not used since the
// last one. A failed allocation is retried after a collection (retried, and Lua itself), so limits
// need no other collections. Pushing an array is a safe point: all live values are on a Lua stack
// or in a handle.
void collect_if_due(lua_State* lua, State::Internals& inside) {
  constexpr int64_t min_near = 1 << 20, max_near = 2 << 20, far = 64 << 20;  // bytes
  constexpr int64_t worth_a_near_byte = 8, worth_a_byte = 32;  // array bytes per byte of Lua's heap
  constexpr int64_t few = 8;                                   // fraction of its objects
  const Account& account = *inside.account;
  if (account.used() <= inside.collect_at) return;
  int64_t before = account.lua;
  collect(lua);
  // Lua frees finalized objects in the next collection. They must not count as live, or each
  // collection would delay the next one more. Few arrays make no difference.
  bool are_many = before - account.lua > account.lua / few;
  if (are_many && account.lua < 2 * far / worth_a_byte) lua_gc(lua, LUA_GCCOLLECT, 0);
  bool is_near = account.limit > 0 && account.most() - account.used() < account.limit / 4;
  State& state = state_of(lua);
  state.observers().tell(
      event::MemoryRequest{is_near ? MemoryHeadroom::little : MemoryHeadroom::ample});
  int64_t used = account.used();
  int64_t most = std::max(far, used / 2);
  int64_t near = std::max(account.lua * worth_a_near_byte, min_near);
  int64_t more = near > max_near ? std::min(account.lua * worth_a_byte, most) : near;
  if (is_near) more = most;
  if (account.limit > 0) {
    int64_t least = std::clamp<int64_t>(account.limit / 32, 1 << 20, 16 << 20);
    more = std::min(more, std::max((account.most() - used) / 2, least));
  }
  inside.collect_at = used + more;
}

}  // namespace

void count_handed(State& state, int64_t bytes) { state.inside().collect_at -= bytes; }

namespace {

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
  State::Internals& inside = inside_of(lua);
  collect_if_due(lua, inside);
  inside.account->lua += handle_bytes;  // subtracted by drop_array
  void* memory = lua_newuserdatauv(lua, sizeof(ArrayBox), 0);
  new (memory) ArrayBox{{&array_tag}, std::move(array), false};
  lua_rawgeti(lua, LUA_REGISTRYINDEX, inside.array_meta);
  lua_setmetatable(lua, -2);
}

int drop_array(lua_State* lua) {
  Array* array = array_at(lua, 1);
  if (array == nullptr) return 0;
  *array = Array();
  inside_of(lua).account->lua -= handle_bytes;
  return 0;
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
