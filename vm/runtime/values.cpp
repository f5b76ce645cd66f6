// Conversion between Value and Lua slots.
#include "vm/run/running.h"
#include "vm/run/stack.h"
#include "vm/runtime/long_text.h"
#include "vm/runtime/raw.h"
#include "vm/value/remains.h"

namespace rille {
namespace {

constexpr int max_nesting = 1000;

void need_room(lua_State* lua) {
  if (lua_checkstack(lua, 8) == 0) throw Error(Code::limit, "maximum recursion depth exceeded");
}

[[noreturn]] void too_deep() {
  throw Error(Code::limit,
              str("tuples and records exceed the maximum nesting depth of ", max_nesting));
}

Value read(lua_State* lua, int slot, int depth);

Value read_tuple(lua_State* lua, int slot, int depth) {
  lua_pushliteral(lua, "n");
  lua_rawget(lua, slot);
  auto count = static_cast<size_t>(lua_tointeger(lua, -1));
  poll(count * sizeof(Value));
  Values items;
  CollectionGuard gathering(items);
  items.reserve(count);
  lua_pop(lua, 1);
  PollCounter polls;
  for (size_t i = 0; i < count; ++i) {
    polls.step();
    lua_rawgeti(lua, slot, static_cast<lua_Integer>(i) + 1);
    items.push_back(read(lua, lua_gettop(lua), depth + 1));
    lua_pop(lua, 1);
  }
  return Value::tuple(std::move(items));
}

// Reads a record. The metatable of a layout contains its names as Lua strings from [2] on.
Value read_record(lua_State* lua, int slot, const Layout* layout, int depth) {
  Values items(layout->names.size());
  CollectionGuard gathering(items);
  lua_getmetatable(lua, slot);
  int names = lua_gettop(lua);
  for (size_t i = 0; i < items.size(); ++i) {
    lua_rawgeti(lua, names, static_cast<lua_Integer>(i) + 2);
    lua_rawget(lua, slot);
    items[i] = read(lua, lua_gettop(lua), depth + 1);
    lua_pop(lua, 1);
  }
  lua_pop(lua, 1);
  Value out = Value::branch(layout, std::move(items));
  const ModulePath* path = layout->type == nullptr ? nullptr : path_at(lua, slot);
  return path == nullptr ? out : out.at_path(*path);
}

// Reads a dict. A deleted key is false.
Value read_dict(lua_State* lua, int slot, int depth) {
  push_raw(lua, slot, "n");
  lua_Integer slots = lua_tointeger(lua, -1);
  lua_pop(lua, 1);
  push_raw(lua, slot, keys_key);
  push_raw(lua, slot, words_key);
  int words = lua_gettop(lua);
  auto keys = std::make_shared<DictKeys>();
  Values items;
  CollectionGuard gathering(items);
  keys->list.reserve(static_cast<size_t>(slots));
  items.reserve(static_cast<size_t>(slots));
  PollCounter polls;
  for (lua_Integer i = 1; i <= slots; ++i) {
    polls.step();
    lua_rawgeti(lua, words - 1, i);
    if (lua_isinteger(lua, -1) != 0) {
      lua_Integer key = lua_tointeger(lua, -1);
      keys->list.emplace_back(static_cast<int64_t>(key));
      lua_rawgeti(lua, slot, place_of_int(key));
    } else if (lua_type(lua, -1) == LUA_TSTRING) {
      size_t size = 0;
      const char* text = lua_tolstring(lua, -1, &size);
      keys->list.emplace_back(std::string(text, size));
      lua_pushvalue(lua, -1);
      lua_rawget(lua, words);
    } else {
      lua_pop(lua, 1);
      continue;
    }
    items.push_back(read(lua, lua_gettop(lua), depth + 1));
    lua_pop(lua, 2);
  }
  lua_pop(lua, 2);
  return Value::dict(std::move(keys), std::move(items));
}

std::string_view word(ObjectKind what) {
  switch (what) {
    case ObjectKind::module: return "module";
    case ObjectKind::range: return "range";
    case ObjectKind::text: return "traced str";
    case ObjectKind::lazy: return "iterable";
    default: return "raised error";  // in traced code
  }
}

Value read_object(lua_State* lua, int slot, const Tag* tag) {
  Function held = Function::at(state_of(lua), slot);
  if (tag != nullptr && tag->what == ObjectKind::structure) return held;
  bool named = tag != nullptr && tag->what == ObjectKind::opaque;
  std::string kind(named ? std::string_view(tag->name) : word(tag ? tag->what : ObjectKind::none));
  return Value(Value::Any(OpaqueValue{std::move(held), std::move(kind)}));
}

// Bytes of the strings in the table that is being read: a Value copies strings that Lua shares.
constinit thread_local size_t texts_read = 0;  // NOLINT(*-global-variables)

// Conversions poll at every table: a part that is shared in Lua is copied for each occurrence in a
// Value.
Value read_table(lua_State* lua, int slot, int depth) {
  if (depth > max_nesting) too_deep();
  need_room(lua);
  check_stack();
  poll();
  if (depth == 0) texts_read = 0;
  const Tag* tag = tag_at(lua, slot);
  if (tag != nullptr && tag->what == ObjectKind::tuple) return read_tuple(lua, slot, depth);
  if (tag != nullptr && tag->what == ObjectKind::record) {
    return read_record(lua, slot, tag->layout, depth);
  }
  if (tag != nullptr && tag->what == ObjectKind::dict) return read_dict(lua, slot, depth);
  return read_object(lua, slot, tag);
}

Value read(lua_State* lua, int slot, int depth) {
  switch (lua_type(lua, slot)) {
    case LUA_TBOOLEAN: return lua_toboolean(lua, slot) != 0;
    case LUA_TNUMBER:
      if (lua_isinteger(lua, slot)) return static_cast<int64_t>(lua_tointeger(lua, slot));
      return static_cast<double>(lua_tonumber(lua, slot));
    case LUA_TSTRING: {
      size_t size = 0;
      const char* text = lua_tolstring(lua, slot, &size);
      if (depth > 0) poll(texts_read += size);
      return copied({text, size});
    }
    case LUA_TFUNCTION: return Function::at(state_of(lua), slot);
    case LUA_TTABLE: return read_table(lua, slot, depth);
    case LUA_TUSERDATA:
      if (const Array* array = array_at(lua, slot)) return *array;
      return read_object(lua, slot, tag_at(lua, slot));
    default: return {};  // nil, END, ABSENT
  }
}

// The replacements of a form's leaves, and whether the receiving variable owns the whole value.
struct LeafReplacement {
  std::span<const Array>& leaves;
  bool own;
};

void push(lua_State* lua, const Value& value, int depth, LeafReplacement* filling);

void push_tuple(lua_State* lua, const Values& items, int depth, LeafReplacement* filling) {
  int count = static_cast<int>(items.size());
  bool owned = filling != nullptr && filling->own;
  lua_createtable(lua, count, owned ? 2 : 1);
  PollCounter polls;
  for (int i = 0; i < count; ++i) {
    polls.step();
    push(lua, items[static_cast<size_t>(i)], depth + 1, filling);
    lua_rawseti(lua, -2, i + 1);
  }
  lua_pushliteral(lua, "n");
  lua_pushinteger(lua, count);
  lua_rawset(lua, -3);
  if (owned) set_owned_mark(lua, -1, nullptr);
  lua_rawgeti(lua, LUA_REGISTRYINDEX, inside_of(lua).tuple_meta);
  lua_setmetatable(lua, -2);
}

void push_key(lua_State* lua, const DictKey& key) {
  if (const auto* number = std::get_if<int64_t>(&key)) return lua_pushinteger(lua, *number);
  const std::string& text = std::get<std::string>(key);
  lua_pushlstring(lua, text.data(), text.size());
}

// The new table is not owned: a variable that receives it copies it at its first update, like a
// tuple.
void push_dict(lua_State* lua, const Branch& branch, int depth, LeafReplacement* filling) {
  int count = static_cast<int>(branch.items.size());
  lua_createtable(lua, 0, 8);
  int dict = lua_gettop(lua), keys = dict + 1, places = dict + 2, words = dict + 3;
  lua_createtable(lua, count, 0);
  lua_createtable(lua, 0, count);
  lua_newtable(lua);
  PollCounter polls;
  for (int i = 0; i < count; ++i) {
    polls.step();
    const DictKey& key = branch.keys->list[static_cast<size_t>(i)];
    push_key(lua, key);
    lua_pushvalue(lua, -1);
    lua_rawseti(lua, keys, i + 1);
    lua_pushvalue(lua, -1);
    lua_pushinteger(lua, i + 1);
    lua_rawset(lua, places);
    push(lua, branch.items[static_cast<size_t>(i)], depth + 1, filling);
    if (const auto* number = std::get_if<int64_t>(&key)) {
      lua_rawseti(lua, dict, place_of_int(*number));
      lua_pop(lua, 1);
    } else {
      lua_rawset(lua, words);
    }
  }
  set_raw(lua, dict, words_key);
  set_raw(lua, dict, places_key);
  set_raw(lua, dict, keys_key);
  lua_pushinteger(lua, count);
  set_raw(lua, dict, "n");
  lua_pushinteger(lua, 0);
  set_raw(lua, dict, gone_key);
  lua_pushboolean(lua, 0);
  set_raw(lua, dict, owned_words_key);
  lua_pushboolean(lua, 0);
  set_raw(lua, dict, owned_key);
  lua_rawgeti(lua, LUA_REGISTRYINDEX, inside_of(lua).dict_meta);
  lua_setmetatable(lua, dict);
  if (filling != nullptr && filling->own) mark_owned(lua, dict);
}

void push_branch(lua_State* lua, const Branch& branch, int depth, LeafReplacement* filling) {
  if (depth > max_nesting) too_deep();
  need_room(lua);
  check_stack();
  poll();
  if (branch.keys != nullptr) return push_dict(lua, branch, depth, filling);
  if (branch.layout == nullptr) return push_tuple(lua, branch.items, depth, filling);
  int count = static_cast<int>(branch.items.size());
  bool owned = filling != nullptr && filling->own;
  lua_createtable(lua, 0, count + (owned ? 1 : 0));
  if (owned) set_owned_mark(lua, -1, branch.layout);
  push_layout(lua, *branch.layout);
  for (int i = 0; i < count; ++i) {
    lua_rawgeti(lua, -1, i + 2);
    push(lua, branch.items[static_cast<size_t>(i)], depth + 1, filling);
    lua_rawset(lua, -4);
  }
  lua_setmetatable(lua, -2);
  if (!branch.path.empty() && state_of(lua).tracing > 0) set_path(lua, -1, branch.path);
}

// Pushes a leaf, or its replacement.
void push_leaf(lua_State* lua, const Array& leaf, LeafReplacement* filling) {
  if (filling == nullptr) return push_array(lua, leaf);
  push_array(lua, filling->leaves.front());
  filling->leaves = filling->leaves.subspan(1);
  if (!filling->own || array_at(lua, -1) == nullptr) return;
  static_cast<ArrayBox*>(lua_touserdata(lua, -1))->owned = true;
}

struct Pusher {
  lua_State* lua;
  int depth;
  LeafReplacement* filling;

  void operator()(Nil) const { lua_pushnil(lua); }
  void operator()(MissingArgument) const { push_mark(lua, absent_mark); }
  void operator()(bool x) const { lua_pushboolean(lua, x); }
  void operator()(int64_t x) const {
    if (filling != nullptr) return push_leaf(lua, {}, filling);
    lua_pushinteger(lua, x);
  }
  void operator()(double x) const {
    if (filling != nullptr) return push_leaf(lua, {}, filling);
    lua_pushnumber(lua, x);
  }
  void operator()(const std::string& x) const { push_text(lua, x); }
  void operator()(const Array& x) const { push_leaf(lua, x, filling); }
  void operator()(const BranchRef& x) const { push_branch(lua, *x, depth, filling); }
  void operator()(const Function& x) const { push_function(lua, x); }
  void operator()(const OpaqueValue& x) const { push_function(lua, x.held); }
  void operator()(const StaticValue& x) const;
};

void push(lua_State* lua, const Value& value, int depth, LeafReplacement* filling) {
  std::visit(Pusher{lua, depth, filling}, value.any());
}

// A static value contains no leaves of the form.
void Pusher::operator()(const StaticValue& x) const { push(lua, x.value(), depth, nullptr); }

}  // namespace

Value value_at(lua_State* lua, int slot) { return read(lua, lua_absindex(lua, slot), 0); }

void push_value(lua_State* lua, const Value& value) {
  need_room(lua);
  push(lua, value, 0, nullptr);
}

void push_filled(lua_State* lua, const Value& form, std::span<const Array>& leaves, bool own) {
  need_room(lua);
  LeafReplacement filling{leaves, own};
  push(lua, form, 0, &filling);
}

namespace {

// Whether the table on top of the stack is the metatable of the layout, according to its tag.
bool is_of_layout(lua_State* lua, const Layout& layout) {
  if (lua_type(lua, -1) != LUA_TTABLE) return false;
  lua_rawgeti(lua, -1, 1);
  auto* tag = lua_isuserdata(lua, -1) ? static_cast<const Tag*>(lua_touserdata(lua, -1)) : nullptr;
  lua_pop(lua, 1);
  return tag != nullptr && tag->layout == &layout;
}

}  // namespace

// A layout belongs to one State, and its reference is invalid in any other. There, a record gets
// the layout with the same names. An instance has methods, which cannot be moved.
void push_layout(lua_State* lua, const Layout& layout) {
  lua_rawgeti(lua, LUA_REGISTRYINDEX, layout.metatable);
  if (is_of_layout(lua, layout)) return;
  lua_pop(lua, 1);
  if (layout.type != nullptr) {
    throw Error(Code::type,
                str("an instance of `", layout.type->name, "` belongs to another State"));
  }
  const Layout* own = state_of(lua).layout(layout.names);
  lua_rawgeti(lua, LUA_REGISTRYINDEX, own->metatable);
}

void push_function(lua_State* lua, const Function& f) {
  if (f.is_none()) return lua_pushnil(lua);
  if (&f.state() != &state_of(lua)) {
    throw Error(Code::type, "a function belongs to another State");
  }
  lua_rawgeti(lua, LUA_REGISTRYINDEX, f.reference());
}

const Tag* tag_at(lua_State* lua, int slot) {
  int type = lua_type(lua, slot);
  if (type == LUA_TUSERDATA) return static_cast<Box*>(lua_touserdata(lua, slot))->tag;
  if (type != LUA_TTABLE || lua_getmetatable(lua, slot) == 0) return nullptr;
  lua_rawgeti(lua, -1, 1);
  auto* tag = static_cast<const Tag*>(lua_touserdata(lua, -1));
  lua_pop(lua, 2);
  return tag;
}

ObjectKind what_at(lua_State* lua, int slot) {
  const Tag* tag = tag_at(lua, slot);
  return tag != nullptr ? tag->what : ObjectKind::none;
}

const Layout* layout_at(lua_State* lua, int slot) {
  const Tag* tag = lua_type(lua, slot) == LUA_TTABLE ? tag_at(lua, slot) : nullptr;
  return tag != nullptr ? tag->layout : nullptr;
}

std::string kind_at(lua_State* lua, int slot) {
  if (lua_type(lua, slot) == LUA_TTABLE) {
    switch (what_at(lua, slot)) {
      case ObjectKind::tuple: return "tuple";
      case ObjectKind::record: {
        const Layout* layout = layout_at(lua, slot);
        return layout->type != nullptr ? layout->type->name : "record";
      }
      case ObjectKind::dict: return "dict";
      default: break;
    }
  }
  return kind_text(value_at(lua, slot));
}

}  // namespace rille
