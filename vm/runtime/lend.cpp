// R: ownership: values that are owned, shared, or lent.
#include <lua5.4/lauxlib.h>

#include "vm/bind/glue.h"
#include "vm/memory/loan.h"
#include "vm/runtime/language.h"
#include "vm/runtime/raw.h"

namespace rille {

// One mark for each combination of arguments and use of the result.
const char lent_marks[lent_marks_count] = {};

// A table is owned if only the updated variable refers to it. The table records this under
// owned_key, which is not a field name: true in a tuple, 1 in a record. A dict, which is written
// differently, has `false` there and uses owned_words_key. An instance with `const` fields has no
// owned_key and uses owned_static_key: R.set_field writes it. The parts of a table that is not
// owned are not owned either. The userdata of an array has a bit.
bool is_owned(lua_State* lua, int slot) {
  int top = lua_gettop(lua);
  slot = lua_absindex(lua, slot);
  push_raw(lua, slot, owned_key);
  if (lua_isboolean(lua, -1) && lua_toboolean(lua, -1) == 0) push_raw(lua, slot, owned_words_key);
  if (lua_isnil(lua, -1)) push_raw(lua, slot, owned_static_key);
  bool owned = lua_toboolean(lua, -1) != 0;
  lua_settop(lua, top);
  return owned;
}

void mark_owned(lua_State* lua, int slot) {
  slot = lua_absindex(lua, slot);
  if (what_at(lua, slot) == ObjectKind::dict) {
    push_raw(lua, slot, words_key);
    return set_raw(lua, slot, owned_words_key);
  }
  const Layout* layout = layout_at(lua, slot);
  if (layout != nullptr) forget_open_stream(lua, slot);  // it may be written in place
  set_owned_mark(lua, slot, layout);
}

void set_owned_mark(lua_State* lua, int slot, const Layout* layout) {
  slot = lua_absindex(lua, slot);
  if (layout == nullptr) {
    lua_pushboolean(lua, 1);
    return set_raw(lua, slot, owned_key);
  }
  lua_pushinteger(lua, 1);
  set_raw(lua, slot, layout->constants.empty() ? owned_key : owned_static_key);
}

namespace {

// In a dict the key remains, with the value false, so that emitted text finds it at once.
void disown(lua_State* lua, int slot) {
  if (what_at(lua, slot) == ObjectKind::dict) {
    lua_pushboolean(lua, 0);
    return set_raw(lua, slot, owned_words_key);
  }
  const Layout* layout = layout_at(lua, slot);
  bool has_constants = layout != nullptr && !layout->constants.empty();
  lua_pushnil(lua);
  set_raw(lua, slot, has_constants ? owned_static_key : owned_key);
}

void need_depth(lua_State* lua, int depth) {
  if (depth > 1000 || lua_checkstack(lua, 8) == 0) {
    throw Error(Code::limit, "tuples and records exceed the maximum nesting depth of 1000");
  }
}

// Calls f for each tree or array in a table: for all, or only for those with integer keys.
template <class F>
void each_item(lua_State* lua, int table, bool under_ints, F f) {
  lua_pushnil(lua);
  int key = lua_gettop(lua);
  while (lua_next(lua, table) != 0) {
    int type = lua_type(lua, -1);
    bool is_item = !under_ints || lua_isinteger(lua, key) != 0;
    if (is_item && (type == LUA_TTABLE || type == LUA_TUSERDATA)) f(key + 1);
    lua_settop(lua, key);
  }
}

// Calls f for each tree or array that the value in `slot` contains.
template <class F>
void each_part(lua_State* lua, int slot, F f) {
  int before = lua_gettop(lua);
  slot = lua_absindex(lua, slot);
  bool is_dict = what_at(lua, slot) == ObjectKind::dict;
  each_item(lua, slot, is_dict, f);
  if (is_dict) {
    push_raw(lua, slot, words_key);
    each_item(lua, before + 1, false, f);
  }
  lua_settop(lua, before);
}

void share_deep(lua_State* lua, int slot, int depth) {
  if (array_at(lua, slot) != nullptr) {
    static_cast<ArrayBox*>(lua_touserdata(lua, slot))->owned = false;
    return;
  }
  if (lua_type(lua, slot) != LUA_TTABLE) return;
  need_depth(lua, depth);
  if (!is_owned(lua, slot)) return;
  disown(lua, slot);
  each_part(lua, slot, [&](int part) { share_deep(lua, part, depth + 1); });
}

bool is_native(lua_State* lua, int slot) { return lua_tocfunction(lua, slot) == call_native; }

bool is_tree(lua_State* lua, int slot) {
  if (lua_type(lua, slot) != LUA_TTABLE) return false;
  ObjectKind what = what_at(lua, slot);
  return what == ObjectKind::tuple || what == ObjectKind::record || what == ObjectKind::dict;
}

// Collects the owned arrays of a value. The parts of a table that is not owned are not owned
// either.
void lend(lua_State* lua, int slot, int depth, std::vector<Array*>& out) {
  if (Array* array = array_at(lua, slot)) {
    if (static_cast<ArrayBox*>(lua_touserdata(lua, slot))->owned) out.push_back(array);
    return;
  }
  need_depth(lua, depth);
  if (!is_tree(lua, slot) || !is_owned(lua, slot)) return;
  each_part(lua, slot, [&](int part) { lend(lua, part, depth + 1, out); });
}

}  // namespace

void open_loan(lua_State* lua, int count, Loan& out) {
  out.lua = lua;
  out.count = count;
  auto* at = static_cast<const char*>(lua_touserdata(lua, lua_gettop(lua)));
  if (!is_lent_end(at)) return;
  out.arguments = static_cast<unsigned>(at - lent_marks) % lent_sets;
  auto use = static_cast<unsigned>(at - lent_marks) / lent_sets;
  out.items = use > 1 ? use - 1 : 0;
}

void lend_arguments(Loan& out) {
  for (int i = 0; i < out.count && i < max_lent; ++i) {
    if ((out.arguments >> i & 1) != 0) lend(out.lua, i + 1, 0, out.handles);
  }
}

bool owns_result(const char* end, size_t at) {
  return is_lent_end(end) && (at > 0 || static_cast<unsigned>(end - lent_marks) >= lent_sets);
}

// Marks a value as owned with all its parts, which are fresh results of C++ without other
// references. Functions and strings have no mark.
void own_deep(lua_State* lua, int slot, int depth) {
  if (array_at(lua, slot) != nullptr) {
    static_cast<ArrayBox*>(lua_touserdata(lua, slot))->owned = true;
    return;
  }
  need_depth(lua, depth);
  if (!is_tree(lua, slot)) return;
  each_part(lua, slot, [&](int part) { own_deep(lua, part, depth + 1); });
  mark_owned(lua, slot);
}

bool push_lent_end(lua_State* lua, int f, unsigned mark) {
  bool native = is_native(lua, f);
  push_mark(lua, native ? lent_marks[mark] : end_mark);
  return native;
}

void share_value(lua_State* lua, int slot) {
  int type = lua_type(lua, slot);
  if (type == LUA_TTABLE || type == LUA_TUSERDATA) share_deep(lua, slot, 0);
}

namespace {

// share(x): marks x as shared, so that it is no longer updated in place.
int share(lua_State* lua) {
  lua_settop(lua, 1);
  share_value(lua, 1);
  return 1;
}

// lent(f, mark, values…): the END of a call of f whose result overwrites the variables that hold
// the values. A native function may take the values over; for any other function they are shared.
int lent(lua_State* lua) {
  if (is_native(lua, 1)) {
    push_lent_end(lua, 1, static_cast<unsigned>(lua_tointeger(lua, 2)));
    return 1;
  }
  for (int slot = 3; slot <= lua_gettop(lua); ++slot) share_value(lua, slot);
  push_mark(lua, end_var_mark);
  return 1;
}

// own(x): returns x, a fresh value, marked as owned by its new variable.
int own(lua_State* lua) {
  lua_settop(lua, 1);
  own_deep(lua, 1, 0);
  return 1;
}

const RawFunction functions[] = {
    {"share", guard<share>},
    {"lent", guard<lent>},
    {"own", guard<own>},
};

}  // namespace

std::span<const RawFunction> lend_functions() { return functions; }

}  // namespace rille
