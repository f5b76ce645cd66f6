// R: structs, one for each definition and its captures.
#include <lua5.4/lauxlib.h>

#include <algorithm>
#include <cstring>

#include "vm/runtime/language.h"
#include "vm/runtime/raw.h"
#include "vm/state/sweep.h"

namespace rille {

std::vector<std::string> strings_at(lua_State* lua, int slot) {
  std::vector<std::string> out;
  for (lua_Integer i = 1; lua_rawgeti(lua, slot, i) != LUA_TNIL; ++i) {
    out.emplace_back(lua_tostring(lua, -1));
    lua_pop(lua, 1);
  }
  lua_pop(lua, 1);
  return out;
}

// A table that passes the check is stored without a copy.
void push_const(lua_State* lua, int slot, std::string_view field) {
  slot = lua_absindex(lua, slot);
  int type = lua_type(lua, slot);
  if (type != LUA_TTABLE && type != LUA_TUSERDATA) return lua_pushvalue(lua, slot);
  bool is_changed = false;
  Value held = const_value(value_at(lua, slot), field, &is_changed);
  if (!is_changed) return lua_pushvalue(lua, slot);
  push_value(lua, held);
}

namespace {

// The arguments of R.struct, in slots 1 to 9.
enum StructArg : int {
  name = 1,
  fields,
  states,
  constants,
  methods,
  statics,
  constructor,
  info,
  box
};

bool same_array(const Array& a, const Array& b) {
  if (a.is_none() || b.is_none() || a.is_traced() || b.is_traced()) return false;
  return a.type() == b.type() && a.is_weak() == b.is_weak() &&
         std::memcmp(a.data(), b.data(), a.byte_size()) == 0;
}

// Whether two evaluations of the same struct definition have equal captures. Then they are the same
// struct, so that calls of the enclosing function do not create new types. Captures are immutable,
// so equality is permanent.
class DefinitionComparer {
 public:
  DefinitionComparer(lua_State* lua, int older) : lua_(lua), older_(older) {}

  // Whether the tables in two slots contain equal functions.
  bool tables(int a, int b) {
    bool equal = true;
    lua_pushnil(lua_);
    while (lua_next(lua_, a) != 0) {
      int value = lua_gettop(lua_);
      lua_pushvalue(lua_, value - 1);
      lua_rawget(lua_, b);
      equal = equal && values(value, value + 1);
      lua_settop(lua_, value - 1);
    }
    return equal;
  }

  bool values(int a, int b) {
    if (lua_rawequal(lua_, a, b) != 0) return true;
    if (++steps_ > most || lua_checkstack(lua_, 16) == 0) return false;
    if (is_itself(a, b)) return true;
    const Array *left = array_at(lua_, a), *right = array_at(lua_, b);
    if (left != nullptr && right != nullptr) return same_array(*left, *right);
    if (lua_type(lua_, a) != lua_type(lua_, b)) return false;
    if (lua_type(lua_, a) == LUA_TFUNCTION) return functions(a, b);
    return lua_type(lua_, a) == LUA_TTABLE && trees(a, b);
  }

 private:
  // The maximum number of comparisons: a struct with more captures counts as different.
  static constexpr int most = 1000;

  // Whether a capture is the struct itself: the newer evaluation has not created it yet. The
  // constructors refer to the box of their struct.
  bool is_itself(int a, int b) {
    if (lua_isnil(lua_, a)) return lua_rawequal(lua_, b, older_) != 0;
    if (lua_rawequal(lua_, a, StructArg::box) == 0) return false;
    lua_pushliteral(lua_, "(box)");
    lua_rawget(lua_, older_);
    bool same = lua_rawequal(lua_, -1, b) != 0;
    lua_pop(lua_, 1);
    return same;
  }

  bool functions(int a, int b) {
    if (lua_iscfunction(lua_, a) || lua_iscfunction(lua_, b)) return false;
    if (info_at(lua_, a) != info_at(lua_, b)) return false;
    for (int i = 1;; ++i) {
      const char* name = lua_getupvalue(lua_, a, i);
      if (name == nullptr) return true;
      int left = lua_gettop(lua_);
      lua_getupvalue(lua_, b, i);
      bool recursive = lua_rawequal(lua_, left, a) != 0 && lua_rawequal(lua_, left + 1, b) != 0;
      bool equal = recursive || values(left, left + 1);
      lua_settop(lua_, left - 1);
      if (!equal) return false;
    }
  }

  bool trees(int a, int b) {
    const Tag *left = tag_at(lua_, a), *right = tag_at(lua_, b);
    if (left == nullptr || left != right) return false;
    if (left->what != ObjectKind::tuple && left->what != ObjectKind::record) return false;
    return tables(a, b) && tables(b, a);
  }

  lua_State* lua_;
  int older_;
  int steps_ = 0;
};

bool is_twin(lua_State* lua, int older) {
  int top = lua_gettop(lua);
  auto part = [&](const char* word) {
    lua_pushstring(lua, word);
    lua_rawget(lua, older);
    return lua_gettop(lua);
  };
  DefinitionComparer twins(lua, older);
  bool same = twins.tables(StructArg::methods, part("(methods)")) &&
              twins.tables(StructArg::statics, older) &&
              twins.values(StructArg::constructor, part("(new)"));
  lua_settop(lua, top);
  return same;
}

// Pushes an earlier evaluation of this definition with the same captures.
bool push_twin(lua_State* lua, const std::vector<int>& made) {
  for (int reference : made) {
    lua_rawgeti(lua, LUA_REGISTRYINDEX, reference);
    if (is_twin(lua, lua_gettop(lua))) return true;
    lua_pop(lua, 1);
  }
  return false;
}

// Whether there is a method `next` with an inout self and no other required parameter.
bool has_next(lua_State* lua) {
  lua_getfield(lua, StructArg::methods, "next");
  const FunctionInfo* next = info_at(lua, lua_gettop(lua));
  lua_pop(lua, 1);
  if (next == nullptr || next->params.empty() || !next->params[0].is_inout) return false;
  return next->inout_count() == 1 &&
         std::ranges::all_of(next->params.begin() + 1, next->params.end(),
                             &FunctionInfo::ParamInfo::has_default);
}

// struct(name, fields, states, constants, methods, statics, constructor, info, box): the table of
// statics becomes the struct, and box.layout the metatable of its instances. Internal fields have
// names that no script can write.
int structure(lua_State* lua) {
  constexpr size_t remembered = 8;  // evaluations with different captures
  State& state = state_of(lua);
  State::Internals& inside = inside_of(lua);
  sweep(state, 0);
  auto* own = static_cast<const FunctionInfo*>(lua_touserdata(lua, StructArg::info));
  std::vector<int>& made = inside.structs_of[own];
  if (push_twin(lua, made)) return 1;
  std::vector<std::string> words = strings_at(lua, StructArg::fields);
  StructType* type =
      state.new_struct(lua_tostring(lua, StructArg::name), words,
                       strings_at(lua, StructArg::states), strings_at(lua, StructArg::constants));
  inside.info_of_struct[type] = own;
  lua_pushvalue(lua, StructArg::methods);
  type->methods = luaL_ref(lua, LUA_REGISTRYINDEX);
  type->is_stream = has_next(lua);
  std::ranges::sort(words);
  const Layout* layout = state.layout(words, type);
  push_layout(lua, *layout);
  lua_setfield(lua, StructArg::box, "layout");
  push_layout(lua, *layout);
  lua_setfield(lua, StructArg::statics, "(layout)");
  const std::pair<StructArg, const char*> parts[] = {{StructArg::constructor, "(new)"},
                                                     {StructArg::info, "(info)"},
                                                     {StructArg::methods, "(methods)"},
                                                     {StructArg::box, "(box)"}};
  for (auto [slot, word] : parts) {
    lua_pushvalue(lua, slot);
    lua_setfield(lua, StructArg::statics, word);
  }
  lua_rawgeti(lua, LUA_REGISTRYINDEX, inside.structure_meta);
  lua_setmetatable(lua, StructArg::statics);
  lua_pushvalue(lua, StructArg::statics);
  if (made.size() == remembered) {
    luaL_unref(lua, LUA_REGISTRYINDEX, made.front());
    made.erase(made.begin());
  }
  made.push_back(luaL_ref(lua, LUA_REGISTRYINDEX));
  lua_pushvalue(lua, StructArg::statics);
  return 1;
}

// struct_part(x, k): the k-th declared field.
int struct_part(lua_State* lua) {
  const Layout* layout = layout_at(lua, 1);
  auto at = static_cast<size_t>(lua_tointeger(lua, 2)) - 1;
  if (layout == nullptr || layout->type == nullptr || at >= layout->type->order.size()) return 0;
  const std::string& word = layout->type->order[at];
  lua_pushlstring(lua, word.data(), word.size());
  lua_rawget(lua, 1);
  return 1;
}

// is_rest_unset(x, k): whether all declared fields after the k-th are `const` and nil.
int is_rest_unset(lua_State* lua) {
  const Layout* layout = layout_at(lua, 1);
  bool out = layout != nullptr && layout->type != nullptr;
  auto at = static_cast<size_t>(lua_tointeger(lua, 2));
  for (; out && at < layout->type->order.size(); ++at) {
    const std::string& word = layout->type->order[at];
    lua_pushlstring(lua, word.data(), word.size());
    out =
        lua_rawget(lua, 1) == LUA_TNIL && layout->is_const(static_cast<size_t>(layout->find(word)));
    lua_pop(lua, 1);
  }
  lua_pushboolean(lua, static_cast<int>(out));
  return 1;
}

// const(x, name, k): the value that the k-th field, which is `const`, stores for x.
int constant(lua_State* lua) {
  try {
    push_const(lua, 1, lua_tostring(lua, 2));
  } catch (Error& error) {
    throw std::move(error).given(static_cast<int>(lua_tointeger(lua, 3)));
  }
  return 1;
}

const RawFunction functions[] = {
    {"struct", guard<structure>},
    {"const", guard<constant>},
    {"struct_part", guard<struct_part>},
    {"is_rest_unset", guard<is_rest_unset>},
};

}  // namespace

std::span<const RawFunction> struct_functions() { return functions; }

}  // namespace rille
