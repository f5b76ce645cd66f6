// Metatables: missing fields, and calls of non-functions.
#include <lua5.4/lauxlib.h>

#include "vm/runtime/language.h"
#include "vm/runtime/metamethods.h"
#include "vm/runtime/raw.h"
#include "vm/words/nearest.h"
#include "vm/words/renamed.h"

namespace rille {

const Tag error_tag = {.what = ObjectKind::error};
const Tag native_tag = {.what = ObjectKind::native};
const char end_mark = 0, end_var_mark = 0, end_dropped_mark = 0, absent_mark = 0;

std::string item_help(std::string_view word) {
  return str("`", arg(0, "d"), "[\"", word, "\"]` reads the value of a key of a dict");
}

namespace {

const Tag tuple_tag = {.what = ObjectKind::tuple}, range_tag = {.what = ObjectKind::range},
          dict_tag = {.what = ObjectKind::dict}, structure_tag = {.what = ObjectKind::structure},
          text_tag = {.what = ObjectKind::text}, lazy_tag = {.what = ObjectKind::lazy};

std::string_view text_at(lua_State* lua, int slot) {
  size_t size = 0;
  const char* text = lua_tolstring(lua, slot, &size);
  return {text, size};
}

[[noreturn]] void no_field(std::string_view who, std::string_view name,
                           std::span<const std::string> fields) {
  std::string has = fields.empty() ? std::string() : str("; its fields are ", listed(fields));
  Error error(Code::name, str(who, " has no field `", name, "`", has));
  std::string_view owner = who.starts_with('`') ? who.substr(1, who.size() - 2) : "";
  std::string_view now = renamed_member(owner, name);
  throw error.help(now.empty() ? name_help(name, fields) : renamed_help(name, now));
}

// Emitted text reads x[i] as `x[i + 1]`, which is correct for elements of a tuple. All other cases
// reach this function: an index below 0 or out of range, an array, a missing key of a dict.
// owned_key records whether x is owned; only dicts have words_key and owned_words_key.
bool is_index(lua_State* lua) {
  if (lua_isinteger(lua, 2) != 0) return true;
  if (lua_type(lua, 2) != LUA_TSTRING) return false;
  std::string_view text = text_at(lua, 2);
  return text == owned_key || text == words_key || text == owned_words_key;
}

int by_index(lua_State* lua) {
  if (lua_type(lua, 2) == LUA_TSTRING) {
    lua_pushnil(lua);
    return 1;
  }
  lua_pushinteger(lua, lua_tointeger(lua, 2) - 1);
  lua_replace(lua, 2);
  return index_one(lua);
}

// The function of a module with the name of a missing method, such as `data.take` for an instance
// of `data.Rows`: the types of the library have few methods, but their modules have functions.
std::string function_beside(lua_State* lua, const Layout& layout, std::string_view name) {
  if (layout.type == nullptr) return "";
  size_t dot = layout.type->name.rfind('.');
  if (dot == std::string::npos) return "";
  std::string path = str(layout.type->name.substr(0, dot), ".", name);
  return state_of(lua).builtin(path) != nullptr ? path : "";
}

// A field that is nil is absent from the table: the layout shows whether the field exists.
int missing_field(lua_State* lua) {
  if (is_index(lua)) return by_index(lua);
  const Layout& layout = *layout_at(lua, 1);
  std::string owner = layout.type != nullptr ? str("`", layout.type->name, "`") : "the record";
  if (lua_type(lua, 2) != LUA_TSTRING) {
    throw Error(Code::type,
                str("the index of ", owner, " must be a field name, got ", kind_at(lua, 2)));
  }
  std::string_view name = text_at(lua, 2);
  if (layout.find(name) < 0) {
    bool is_method = push_method(lua, 1, 2);
    std::string beside = is_method ? "" : function_beside(lua, layout, name);
    if (!beside.empty()) {
      throw Error(Code::name, str(owner, " has no method `", name, "`"))
          .help(str("`", beside, "` is a function: `x |> ", beside, "(...)`"));
    }
    if (!is_method) no_field(owner, name, layout.names);
    push_bound(lua, 1, -1);
    return 1;
  }
  lua_pushnil(lua);
  return 1;
}

// A nil element inside a tuple is absent from the table.
int missing_element(lua_State* lua) {
  if (is_index(lua)) return by_index(lua);
  if (lua_type(lua, 2) == LUA_TSTRING) {
    std::string kind = kind_at(lua, 1), who = str(arg(0, "a value"), " is of type ", kind, " and");
    if (kind != "dict") no_field(who, text_at(lua, 2), {});
    throw Error(Code::name, str(who, " has no field `", text_at(lua, 2), "`"))
        .help(item_help(text_at(lua, 2)));
  }
  lua_pushnil(lua);
  return 1;
}

std::vector<std::string> names_in(lua_State* lua, int table) {
  std::vector<std::string> out;
  lua_pushnil(lua);
  while (lua_next(lua, table) != 0) {
    if (lua_type(lua, -2) == LUA_TSTRING) out.emplace_back(text_at(lua, -2));
    lua_pop(lua, 1);
  }
  std::ranges::sort(out);
  return out;
}

// The __index of module tables: a defined name with the value nil exists, any other is unknown.
int missing_name(lua_State* lua) {
  if (is_index(lua)) return by_index(lua);
  const Tag& tag = *tag_at(lua, 1);
  std::string name(lua_type(lua, 2) == LUA_TSTRING ? text_at(lua, 2) : "?");
  if (!tag.defined.contains(name) && push_library_struct(lua, str(tag.name, ".", name))) return 1;
  if (!tag.defined.contains(name)) {
    std::string near = nearest(name, names_in(lua, 1));
    Error error(Code::name, tag.name.empty() ? str("`", name, "` has no value yet")
                                             : str("`", tag.name, "` has no `", name, "`"));
    if (!near.empty()) error.help(str("did you mean `", near, "`?"));
    throw error;
  }
  lua_pushnil(lua);
  return 1;
}

int new_name(lua_State* lua) {
  auto* tag = const_cast<Tag*>(tag_at(lua, 1));
  if (lua_type(lua, 2) == LUA_TSTRING) tag->defined.emplace(text_at(lua, 2));
  lua_settop(lua, 3);
  lua_rawset(lua, 1);
  return 0;
}

// The shape of an array or a number. The value of a field is never owned and is copied before an
// update, so arrays of the same type share one tuple while it is referenced.
int shape_of(lua_State* lua, const Array& x) {
  lua_rawgeti(lua, LUA_REGISTRYINDEX, inside_of(lua).shapes);
  if (lua_rawgetp(lua, -1, x.type().id()) != LUA_TNIL) return 1;
  Values sizes;
  for (Extent extent : x.shape()) sizes.emplace_back(extent.number());
  push_value(lua, Value::tuple(std::move(sizes)));
  lua_pushvalue(lua, -1);
  lua_rawsetp(lua, -4, x.type().id());
  return 1;
}

// x.name for values that are not tables: stdlib defines the names of arrays, numbers, and strings.
int field_of(lua_State* lua) {
  if (is_index(lua)) return by_index(lua);
  std::string_view name = lua_type(lua, 2) == LUA_TSTRING ? text_at(lua, 2) : "?";
  if (name == "shape" && lua_type(lua, 1) != LUA_TSTRING) return shape_of(lua, leaf_at(lua, 1));
  auto* hook = inside_of(lua).operators.field;
  if (hook == nullptr) no_field(kind_at(lua, 1), name, {});
  push_value(lua, hook(state_of(lua), value_at(lua, 1), name));
  return 1;
}

// A prelude that calls or indexes nil is a bug of Rille, not an error of the script.
void check_caller(lua_State* lua) {
  lua_Debug frame;
  if (lua_getstack(lua, 1, &frame) == 0) return;
  lua_getinfo(lua, "Sl", &frame);
  bool is_field = std::string_view(frame.source) == field_chunk;  // x.f(a) in a script
  bool prelude = frame.source[0] == '=' && frame.source[1] != '#' && frame.currentline > 0;
  if (is_field) return;
  RILLE_CHECK(!prelude, frame.short_src, " line ", frame.currentline, " meets ", kind_at(lua, 1));
}

int no_fields(lua_State* lua) {
  if (is_index(lua)) return by_index(lua);
  check_caller(lua);
  std::string kind = kind_at(lua, 1);
  std::string who = kind == "nil" ? "is nil, which" : str("is of type ", kind, " and");
  std::string_view name = lua_type(lua, 2) == LUA_TSTRING ? text_at(lua, 2) : "?";
  throw Error(Code::type, str(arg(0, "a value"), " ", who, " has no field `", name, "`"));
}

int uncallable(lua_State* lua) {
  check_caller(lua);
  std::string kind = kind_at(lua, 1);
  Error error(Code::type, str(arg(callee, "a value"), kind == "nil" ? " is " : " is of type ", kind,
                              " and cannot be called"));
  if (kind == "module") {
    error.help("call a function of the module; `help` with its name lists them");
  } else if (kind == "record") {
    error.help("`Type(...r)` or `ckpt.load(path, like = model)` makes an instance of a record");
  } else if (const Layout* layout = layout_at(lua, 1);
             layout != nullptr && layout->type != nullptr) {
    error.help("a method named `call` makes instances callable: `fn call(self, x)`");
  }
  throw error;
}

// A call of a struct as a value: the constructor is in the field (new).
int construct(lua_State* lua) {
  lua_pushliteral(lua, "(new)");
  lua_rawget(lua, 1);
  lua_replace(lua, 1);
  lua_call(lua, lua_gettop(lua) - 1, LUA_MULTRET);
  return lua_gettop(lua);
}

template <class T>
int drop(lua_State* lua) {
  if (Box* box = box_at(lua, 1)) static_cast<T*>(box)->~T();
  return 0;
}

int drop_error(lua_State* lua) {
  auto* box = static_cast<ErrorBox*>(box_at(lua, 1));
  delete std::exchange(box->error, nullptr);
  return 0;
}

void set(lua_State* lua, const char* field, lua_CFunction function) {
  lua_pushcfunction(lua, function);
  lua_setfield(lua, -2, field);
}

int keep(lua_State* lua) { return luaL_ref(lua, LUA_REGISTRYINDEX); }

int drop_tag(lua_State* lua) {
  std::destroy_at(static_cast<Tag*>(lua_touserdata(lua, 1)));
  return 0;
}

int userdata_meta(lua_State* lua, lua_CFunction collect) {
  lua_newtable(lua);
  set(lua, "__gc", collect);
  set(lua, "__index", guard<no_fields>);
  set_operators(lua);
  set_uncallable(lua);
  return keep(lua);
}

int table_meta(lua_State* lua, const Tag& tag, lua_CFunction missing) {
  lua_newtable(lua);
  set_tag(lua, tag);
  set_operators(lua);
  set_uncallable(lua);
  set(lua, "__index", missing);
  return keep(lua);
}

// The metatable of nil, booleans, numbers, strings, and functions: their operators raise
// error[type] with the types of the operands, as for "10" + 1 and nil + 1.
void basic_meta(lua_State* lua, lua_CFunction index) {
  lua_newtable(lua);
  set_operators(lua);
  set(lua, "__index", index);
  if (lua_type(lua, -2) != LUA_TFUNCTION) set_uncallable(lua);
  lua_setmetatable(lua, -2);
  lua_pop(lua, 1);
}

void make_basic_metatables(lua_State* lua) {
  lua_pushnil(lua);
  basic_meta(lua, guard<no_fields>);
  lua_pushboolean(lua, 0);
  basic_meta(lua, guard<no_fields>);
  lua_pushcfunction(lua, uncallable);
  basic_meta(lua, guard<no_fields>);
  lua_pushnumber(lua, 0);
  basic_meta(lua, guard<field_of>);
  lua_pushliteral(lua, "");
  basic_meta(lua, guard<field_of>);
}

}  // namespace

void set_tag(lua_State* lua, const Tag& tag) {
  lua_pushlightuserdata(lua, const_cast<Tag*>(&tag));
  lua_rawseti(lua, -2, 1);
}

void set_uncallable(lua_State* lua) { set(lua, "__call", guard<uncallable>); }

void make_metatables(lua_State* lua, State::Internals& inside) {
  inside.array_meta = userdata_meta(lua, drop_array);
  lua_rawgeti(lua, LUA_REGISTRYINDEX, inside.array_meta);
  set(lua, "__index", guard<field_of>);
  lua_pop(lua, 1);
  lua_newtable(lua);
  lua_newtable(lua);
  lua_pushliteral(lua, "v");
  lua_setfield(lua, -2, "__mode");
  lua_setmetatable(lua, -2);
  inside.shapes = luaL_ref(lua, LUA_REGISTRYINDEX);
  inside.error_meta = userdata_meta(lua, drop_error);
  inside.native_meta = userdata_meta(lua, drop<NativeBox>);
  inside.opaque_meta = userdata_meta(lua, drop<OpaqueBox>);
  inside.tag_meta = userdata_meta(lua, drop_tag);
  inside.tuple_meta = table_meta(lua, tuple_tag, guard<missing_element>);
  inside.range_meta = table_meta(lua, range_tag, guard<missing_element>);
  inside.dict_meta = table_meta(lua, dict_tag, guard<missing_element>);
  inside.lazy_meta = table_meta(lua, lazy_tag, guard<missing_element>);
  inside.structure_meta = table_meta(lua, structure_tag, guard<missing_element>);
  inside.text_meta = table_meta(lua, text_tag, guard<missing_element>);
  lua_rawgeti(lua, LUA_REGISTRYINDEX, inside.structure_meta);
  set(lua, "__call", guard<construct>);
  lua_pop(lua, 1);
  make_basic_metatables(lua);
}

namespace {

// Sets a tag that lives as long as the metatable on top of the stack.
void set_own_tag(lua_State* lua, Tag tag) {
  void* memory = lua_newuserdatauv(lua, sizeof(Tag), 0);
  new (memory) Tag(std::move(tag));
  lua_rawgeti(lua, LUA_REGISTRYINDEX, inside_of(lua).tag_meta);
  lua_setmetatable(lua, -2);
  lua_rawseti(lua, -2, 1);
}

}  // namespace

void push_new_layout(lua_State* lua, const Layout& layout) {
  lua_createtable(lua, static_cast<int>(layout.names.size()) + 1, 14);
  set_own_tag(lua, Tag{.what = ObjectKind::record, .layout = &layout});
  for (size_t i = 0; i < layout.names.size(); ++i) {
    lua_pushlstring(lua, layout.names[i].data(), layout.names[i].size());
    lua_rawseti(lua, -2, static_cast<lua_Integer>(i) + 2);
  }
  set_operators(lua);
  set_uncallable(lua);
  set(lua, "__index", guard<missing_field>);
  lua_pushboolean(lua, 1);  // a record: x.f(a) may call a field f, see lang/emit/calls.cpp
  lua_setfield(lua, -2, "@");
  if (layout.type == nullptr || layout.type->methods == 0) return;
  lua_rawgeti(lua, LUA_REGISTRYINDEX, layout.type->methods);
  lua_pushnil(lua);
  while (lua_next(lua, -2) != 0) {  // emitted text reads x.f at "@f" without a call
    lua_pushfstring(lua, "@%s", lua_tostring(lua, -2));
    lua_pushvalue(lua, -2);
    lua_rawset(lua, -6);
    lua_pop(lua, 1);
  }
  lua_pushliteral(lua, "call");
  if (lua_rawget(lua, -2) != LUA_TNIL) {
    lua_setfield(lua, -3, "__call");
    lua_pop(lua, 1);
  } else {
    lua_pop(lua, 2);
  }
}

void push_new_module(lua_State* lua, std::string name) {
  lua_createtable(lua, 0, 6);
  set_own_tag(lua, Tag{.what = ObjectKind::module, .name = std::move(name)});
  set_operators(lua);
  set_uncallable(lua);
  set(lua, "__index", guard<missing_name>);
  set(lua, "__newindex", guard<new_name>);
}

}  // namespace rille
