// Arrays as userdata, and when to collect them.
#include <algorithm>
#include <new>

#include "vm/memory/handed.h"
#include "vm/run/observer.h"
#include "vm/runtime/raw.h"

namespace rille {

const Tag array_tag = {.what = What::array};

namespace {

// What an array takes besides its elements: the userdata, its body, a Buffer and its count.
constexpr int64_t handle_bytes = 320;

// Lua sees 24 bytes of an array, so the State's account decides when a full collection is due: when
// it has grown by half, and before a limit by half of what is left to it, but not for a little. A
// Lua of few objects is looked through in 20 µs, and is so often that results find the memory of
// those before them while it stands in a near cache; where it has too many for that, in the last
// one; but not near a limit, where traces go that no call has used between two collections.
// What is refused is asked for again after a collection (retried, Lua itself), so a limit needs no
// others. Pushing is a safe point: what lives stands on a stack of Lua or in a handle.
void collect_if_due(lua_State* lua, State::Inside& inside) {
  constexpr int64_t least_near = 1 << 20, most_near = 2 << 20, far = 64 << 20;  // bytes
  constexpr int64_t worth_a_near_byte = 8, worth_a_byte = 32;  // of Lua's, which is looked through
  constexpr int64_t few = 8;                                   // a share of its objects
  const Account& account = *inside.account;
  if (account.used() <= inside.collect_at) return;
  int64_t before = account.lua;
  collect(lua);
  // What a collection finalizes Lua frees in the next one; it is not to count as what there is to
  // look at, or each would put off the next by more. A few arrays hardly do.
  bool are_many = before - account.lua > account.lua / few;
  if (are_many && account.lua < 2 * far / worth_a_byte) lua_gc(lua, LUA_GCCOLLECT, 0);
  bool is_near = account.limit > 0 && account.most() - account.used() < account.limit / 4;
  State& state = state_of(lua);
  state.observers().tell(event::RoomNeeded{is_near ? Room::little : Room::ample});
  int64_t used = account.used();
  int64_t most = std::max(far, used / 2);
  int64_t near = std::max(account.lua * worth_a_near_byte, least_near);
  int64_t more = near > most_near ? std::min(account.lua * worth_a_byte, most) : near;
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
  State::Inside& inside = inside_of(lua);
  collect_if_due(lua, inside);
  inside.account->lua += handle_bytes;  // until drop_array
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
