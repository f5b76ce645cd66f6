// R: reads and updates of elements and fields.
#include <lua5.4/lauxlib.h>

#include "vm/bind/glue.h"
#include "vm/runtime/characters.h"
#include "vm/runtime/language.h"
#include "vm/runtime/metamethods.h"
#include "vm/runtime/raw.h"
#include "vm/words/nearest.h"

namespace rille {
namespace {

bool has_meta(lua_State* lua, int slot, int reference) {
  if (lua_type(lua, slot) != LUA_TTABLE || lua_getmetatable(lua, slot) == 0) return false;
  lua_rawgeti(lua, LUA_REGISTRYINDEX, reference);
  bool same = lua_rawequal(lua, -1, -2) != 0;
  lua_pop(lua, 2);
  return same;
}

lua_Integer count_of(lua_State* lua, int slot) {
  lua_pushliteral(lua, "n");
  lua_rawget(lua, slot);
  lua_Integer count = lua_tointeger(lua, -1);
  lua_pop(lua, 1);
  return count;
}

// An index: an integer scalar, or an integer array with one element.
lua_Integer integer_index(lua_State* lua, int slot) {
  if (lua_isinteger(lua, slot)) return lua_tointeger(lua, slot);
  const Array* array = array_at(lua, slot);
  if (array != nullptr && is_integer(array->dtype()) && array->rank() == 0) {
    if (array->is_traced()) {
      state_of(lua).need_value(*array);
      throw Error(Code::trace, str("the index of a tuple must be static while tracing, but ",
                                   arg(1, "the index"), " is a traced value"))
          .at(1);
    }
    return array->integer();
  }
  std::string kind = kind_at(lua, slot);
  Error error(Code::type, str("a tuple index must be an integer, got ", kind));
  bool are_several = kind == "range" || kind == "tuple" || (array != nullptr && array->rank() > 0);
  if (are_several) error.help("`t[1:3]` is a slice; `(t[i] for i in order)` selects several items");
  throw std::move(error).at(1);
}

lua_Integer place_in(lua_Integer index, lua_Integer count) {
  lua_Integer at = index < 0 ? index + count : index;
  if (at < 0 || at >= count) {
    std::string text = str("index ", index, " is out of range for a tuple of length ", count);
    throw Error(Code::index, text).at(1);
  }
  return at + 1;
}

// The slice lo:hi:step of `count` items, clipped as in NumPy.
struct SliceRange {
  lua_Integer start, step, count;
};

lua_Integer part_of(lua_State* lua, int slot, lua_Integer otherwise) {
  return lua_isnoneornil(lua, slot) ? otherwise : integer_index(lua, slot);
}

SliceRange cut_of(lua_State* lua, int slot, lua_Integer count) {
  lua_Integer step = part_of(lua, slot + 2, 1);
  if (step == 0) throw Error(Code::value, "the step of a slice must not be 0").at(1);
  auto clip = [&](lua_Integer x, lua_Integer low, lua_Integer high) {
    if (x < 0) x += count;
    return x < low ? low : x > high ? high : x;
  };
  bool forward = step > 0;
  lua_Integer low = forward ? 0 : -1, high = forward ? count : count - 1;
  lua_Integer start = lua_isnoneornil(lua, slot) ? (forward ? 0 : count - 1)
                                                 : clip(integer_index(lua, slot), low, high);
  lua_Integer stop = lua_isnoneornil(lua, slot + 1) ? (forward ? count : -1)
                                                    : clip(integer_index(lua, slot + 1), low, high);
  lua_Integer span = forward ? stop - start : start - stop;
  if (span <= 0) return {start, step, 0};
  auto stride = forward ? static_cast<lua_Unsigned>(step) : 0 - static_cast<lua_Unsigned>(step);
  return {start, step,
          static_cast<lua_Integer>((static_cast<lua_Unsigned>(span) - 1) / stride + 1)};
}

// Pushes a slice of a tuple. The slice and its items are shared.
void push_cut(lua_State* lua, int slot, const SliceRange& cut) {
  lua_createtable(lua, static_cast<int>(cut.count), 1);
  for (lua_Integer i = 0; i < cut.count; ++i) {
    lua_rawgeti(lua, slot, cut.start + i * cut.step + 1);  // within the tuple: no overflow
    share_value(lua, lua_gettop(lua));
    lua_rawseti(lua, -2, i + 1);
  }
  lua_pushliteral(lua, "n");
  lua_pushinteger(lua, cut.count);
  lua_rawset(lua, -3);
  lua_rawgeti(lua, LUA_REGISTRYINDEX, inside_of(lua).tuple_meta);
  lua_setmetatable(lua, -2);
}

void push_tuple_copy(lua_State* lua, int slot) {
  lua_Integer count = count_of(lua, slot);
  lua_createtable(lua, static_cast<int>(count), 2);
  for (lua_Integer i = 1; i <= count; ++i) {
    lua_rawgeti(lua, slot, i);
    lua_rawseti(lua, -2, i);
  }
  lua_pushliteral(lua, "n");
  lua_pushinteger(lua, count);
  lua_rawset(lua, -3);
}

// Pushes a copy of a record. The metatable of a layout contains its names from [2] on.
void push_record_copy(lua_State* lua, int slot, const Layout& layout) {
  auto count = static_cast<lua_Integer>(layout.names.size());
  lua_createtable(lua, 0, static_cast<int>(count) + 1);
  push_layout(lua, layout);
  for (lua_Integer i = 0; i < count; ++i) {
    lua_rawgeti(lua, -1, i + 2);
    lua_pushvalue(lua, -1);
    lua_rawget(lua, slot);
    lua_rawset(lua, -4);
  }
  lua_pop(lua, 1);
}

}  // namespace

void push_copy(lua_State* lua, int slot) {
  slot = lua_absindex(lua, slot);
  if (const Layout* layout = layout_at(lua, slot)) {
    push_record_copy(lua, slot, *layout);
  } else {
    push_tuple_copy(lua, slot);
  }
  if (lua_getmetatable(lua, slot) != 0) lua_setmetatable(lua, -2);
  if (const ModulePath* path = path_at(lua, slot)) set_path(lua, -1, ModulePath(*path));
}

namespace {

// Pushes the table in `slot`, or an owned copy of it.
void push_owned(lua_State* lua, int slot) {
  if (is_owned(lua, slot)) return lua_pushvalue(lua, slot);
  push_copy(lua, slot);
  mark_owned(lua, -1);
}

std::string_view string_at(lua_State* lua, int slot) {
  size_t size = 0;
  const char* text = lua_tolstring(lua, slot, &size);
  return {text, size};
}

int push_text(lua_State* lua, std::string_view text) {
  lua_pushlstring(lua, text.data(), text.size());
  return 1;
}

// s[i]: one character of a string.
int character_at(lua_State* lua) {
  const Array* array = array_at(lua, 2);
  bool is_number = array != nullptr && is_integer(array->dtype()) && array->rank() == 0;
  if (lua_isinteger(lua, 2) == 0 && !is_number) {
    throw Error(Code::type, str("a string index must be an integer, got ", kind_at(lua, 2)))
        .at(1)
        .help("`s[0]` is a character, `s[:3]` a slice; `contains(s, \"a\")` finds a substring");
  }
  Characters all(string_at(lua, 1));
  lua_Integer index = integer_index(lua, 2);
  lua_Integer place = index < 0 ? index + all.count() : index;
  if (place < 0 || place >= all.count()) {
    std::string text = str("index ", index, " is out of range for a string of length ");
    throw Error(Code::index, str(text, all.count())).at(1);
  }
  return push_text(lua, all.at(place));
}

// s[lo:hi:step], in characters.
int characters_in(lua_State* lua, std::string_view form) {
  if (form != ":") throw Error(Code::type, "a string takes a single index or slice").label(0);
  Characters all(string_at(lua, 1));
  SliceRange cut = cut_of(lua, 3, all.count());
  if (cut.count == 0) return push_text(lua, "");
  return cut.step == 1 ? push_text(lua, all.run(cut.start, cut.count))
                       : push_text(lua, all.some(cut.start, cut.step, cut.count));
}

Values values_from(lua_State* lua, int first) {
  Values out;
  for (int slot = first; slot <= lua_gettop(lua); ++slot) out.push_back(value_at(lua, slot));
  return out;
}

[[noreturn]] void not_indexable(lua_State* lua) {
  std::string kind = kind_at(lua, 1);
  throw Error(Code::type,
              str(arg(0, "a value"), kind == "nil" ? " is nil" : str(" is of type ", kind),
                  " and cannot be indexed"))
      .label(0);
}

[[noreturn]] void no_such_field(const Layout& layout, std::string_view word) {
  std::string owner = layout.type != nullptr ? str("`", layout.type->name, "`") : "the record";
  Error error(Code::name,
              str(owner, " has no field `", word, "`; its fields are ", listed(layout.names)));
  error.help(field_help(layout.type != nullptr ? layout.type->name : "", word, layout.names));
  throw error;
}

const Layout& layout_with(lua_State* lua, int slot, int name) {
  const Layout* layout = layout_at(lua, slot);
  if (layout == nullptr) {
    std::string kind = kind_at(lua, slot);
    Error error(Code::type,
                str(arg(0, "a value"), " is of type ", kind, " and has no fields to set"));
    bool is_item = kind == "dict" && lua_type(lua, name) == LUA_TSTRING;
    if (is_item) error.help(item_help(string_at(lua, name)));
    throw std::move(error).label(0);
  }
  if (lua_type(lua, name) != LUA_TSTRING) {
    Error error(Code::type, str("a record index must be a field name, got ", kind_at(lua, name)));
    if (is_stream(layout)) error.help("`stream.item(i)` is item i");
    throw std::move(error).at(1);
  }
  if (layout->find(string_at(lua, name)) < 0) no_such_field(*layout, string_at(lua, name));
  return *layout;
}

// Calls the function R.name of the prelude with the same arguments.
int by_prelude(lua_State* lua, const char* name) {
  int count = lua_gettop(lua);
  lua_rawgeti(lua, LUA_REGISTRYINDEX, inside_of(lua).runtime);
  lua_getfield(lua, -1, name);
  lua_remove(lua, -2);
  lua_insert(lua, 1);
  lua_call(lua, count, 1);
  return 1;
}

// The bounds of slices are sizes: a traced bound is requested as a static value from its transform.
void need_bounds(lua_State* lua, std::string_view form, int first) {
  State& state = state_of(lua);
  for (char c : form) {
    int count = c == ':' ? 3 : c == 'i' ? 1 : 0;
    for (int slot = first; c == ':' && slot < first + count; ++slot) {
      const Array* bound = array_at(lua, slot);
      if (bound != nullptr && bound->is_traced()) state.need_value(*bound);
    }
    first += count;
  }
}

// x[i, j] with integers, counted from either end: a view of the part. A fast path of the hook,
// which takes three times as long. None for any other index, or one out of range.
Array part_at(lua_State* lua, const Array& x, int first, int count) {
  if (x.is_traced() || x.is_weak() || count > x.rank()) return {};
  int64_t at = 0;
  for (int i = 0; i < count; ++i) {
    if (lua_isinteger(lua, first + i) == 0) return {};
    int64_t extent = x.type().extent(i).number(), place = lua_tointeger(lua, first + i);
    if (place < 0) place += extent;
    if (place < 0 || place >= extent) return {};
    at = at * extent + place;
  }
  const Shape& shape = x.shape();
  Type type(x.dtype(), Shape(shape.begin() + count, shape.end()));
  return x.view(type, static_cast<size_t>(at * type.count()) * bytes(x.dtype()));
}

int index_array(lua_State* lua, std::string_view form, int first) {
  if (form.find_first_not_of('i') == form.npos) {
    Array part = part_at(lua, *array_at(lua, 1), first, static_cast<int>(form.size()));
    if (!part.is_none()) {
      push_array(lua, std::move(part));
      return 1;
    }
  }
  auto* hook = inside_of(lua).operators.index;
  if (hook == nullptr) not_indexable(lua);
  need_bounds(lua, form, first);
  push_array(lua, hook(*array_at(lua, 1), form, values_from(lua, first)));
  return 1;
}

// x[i] of arrays, tuples, and records; stdlib/core/prelude/dicts.lua wraps it for other values.
int at(lua_State* lua) {
  lua_settop(lua, 2);
  if (array_at(lua, 1) != nullptr) return index_array(lua, "i", 2);
  if (lua_type(lua, 1) == LUA_TSTRING) return character_at(lua);
  if (lua_type(lua, 1) != LUA_TTABLE) not_indexable(lua);
  if (has_meta(lua, 1, inside_of(lua).tuple_meta)) {
    lua_Integer count = count_of(lua, 1);
    lua_rawgeti(lua, 1, place_in(integer_index(lua, 2), count));
    return 1;
  }
  ObjectKind what = what_at(lua, 1);
  bool is_counted = what == ObjectKind::range || what == ObjectKind::lazy;
  if (is_counted && array_at(lua, 2) != nullptr) {
    lua_pushinteger(lua, integer_index(lua, 2));
    lua_replace(lua, 2);
  }
  if (is_counted || what == ObjectKind::dict) return by_prelude(lua, "at");
  if (what != ObjectKind::record) not_indexable(lua);
  layout_with(lua, 1, 2);
  lua_pushvalue(lua, 2);
  lua_rawget(lua, 1);
  return 1;
}

// x[form, parts…]
int index(lua_State* lua) {
  std::string_view form = string_at(lua, 2);
  if (array_at(lua, 1) != nullptr) return index_array(lua, form, 3);
  if (lua_type(lua, 1) == LUA_TSTRING) return characters_in(lua, form);
  if (!has_meta(lua, 1, inside_of(lua).tuple_meta)) not_indexable(lua);
  if (form != ":") {
    throw Error(Code::type, "a tuple takes a single index or slice").label(0);
  }
  push_cut(lua, 1, cut_of(lua, 3, count_of(lua, 1)));
  return 1;
}

// Updates a part of the array in slot 1. If the variable owns the userdata, the handle is donated,
// and its elements are overwritten if the buffer is uniquely referenced; otherwise the array is
// copied. In a trace the userdata is not changed, since a body may run again.
int update_array(lua_State* lua, std::string_view op, int value, std::string_view form, int first) {
  const Operators& operators = inside_of(lua).operators;
  Array given = leaf_at(lua, value);
  if (operators.update == nullptr) not_indexable(lua);
  if (given.is_none()) {
    throw Error(Code::type, str("array elements must be numbers, got ", kind_at(lua, value)));
  }
  auto* box = static_cast<ArrayBox*>(lua_touserdata(lua, 1));
  Values parts = values_from(lua, first);
  if (box->owned && state_of(lua).tracing == 0) {
    operators.update(box->array, op, given, form, parts);
    lua_pushvalue(lua, 1);
    return 1;
  }
  Array x = box->array;
  operators.update(x, op, given, form, parts);
  push_array(lua, std::move(x));
  if (array_at(lua, -1) != nullptr) static_cast<ArrayBox*>(lua_touserdata(lua, -1))->owned = true;
  return 1;
}

// (x, name, v): returns x with field `name` set to v.
int set_named(lua_State* lua) {
  const Layout& layout = layout_with(lua, 1, 2);
  std::string_view word = string_at(lua, 2);
  bool is_const =
      !layout.constants.empty() && layout.is_const(static_cast<size_t>(layout.find(word)));
  if (is_const) {
    // Reading a value that `push` or an index wrote in place takes time linear in its size.
    lua_pushvalue(lua, 2);
    lua_rawget(lua, 1);
    is_const = lua_rawequal(lua, -1, 3) == 0;
    lua_pop(lua, 1);
  }
  push_owned(lua, 1);
  lua_pushvalue(lua, 2);
  if (is_const) {
    push_const(lua, 3, word);
  } else {
    lua_pushvalue(lua, 3);
  }
  lua_rawset(lua, -3);
  return 1;
}

// (x, i, v): returns x with x[i] = v; x is not a dict.
int set_at(lua_State* lua) {
  if (array_at(lua, 1) != nullptr) {
    lua_settop(lua, 3);
    lua_pushvalue(lua, 2);
    return update_array(lua, "", 3, "i", 4);
  }
  if (has_meta(lua, 1, inside_of(lua).tuple_meta)) {
    lua_Integer place = place_in(integer_index(lua, 2), count_of(lua, 1));
    push_owned(lua, 1);
    lua_pushvalue(lua, 3);
    lua_rawseti(lua, -2, place);
    return 1;
  }
  if (lua_type(lua, 1) == LUA_TSTRING) {
    std::string text = str("cannot assign to ", arg(0, "a string"), ": strings are immutable");
    throw Error(Code::type, text)
        .label(0)
        .help("`\"{s[:i]}x{s[i + 1:]}\"` or `replace(s, \"a\", \"b\")` makes a new string");
  }
  if (layout_at(lua, 1) == nullptr) not_indexable(lua);
  return set_named(lua);
}

// (x, "w", v): returns x with x.w = v.
int set_field(lua_State* lua) { return set_named(lua); }

// (x, v, form, parts…)
int set_index(lua_State* lua) {
  if (array_at(lua, 1) == nullptr) {
    throw Error(Code::type, str("cannot set ", kind_at(lua, 1), " by this index")).label(0);
  }
  return update_array(lua, "", 2, string_at(lua, 3), 4);
}

// (x, op, v, form, parts…): returns x with x[…] op= v.
int update_index(lua_State* lua) {
  if (array_at(lua, 1) == nullptr) {
    throw Error(Code::type, str("cannot set ", kind_at(lua, 1), " by this index")).label(0);
  }
  return update_array(lua, string_at(lua, 2), 3, string_at(lua, 4), 5);
}

// (x, op, i, v): returns the array x with x[i] op= v.
int update_at(lua_State* lua) {
  if (array_at(lua, 1) == nullptr) not_indexable(lua);
  lua_settop(lua, 4);
  lua_pushvalue(lua, 3);
  return update_array(lua, string_at(lua, 2), 4, "i", 5);
}

int field(lua_State* lua) {
  if (layout_at(lua, 1) == nullptr) {
    std::string kind = kind_at(lua, 1);
    Error error(Code::name, str(arg(0, "a value"), " is of type ", kind, " and has no field `",
                                string_at(lua, 2), "`"));
    if (kind == "dict") error.help(item_help(string_at(lua, 2)));
    throw error;
  }
  lua_gettable(lua, 1);
  return 1;
}

// extend(base, name, value, …): base with these fields; nil if it is not a plain record with them.
int extend(lua_State* lua) {
  const Layout* layout = layout_at(lua, 1);
  int top = lua_gettop(lua);
  bool fits = layout != nullptr && layout->type == nullptr;
  for (int slot = 2; fits && slot < top; slot += 2) {
    fits = layout->find(string_at(lua, slot)) >= 0;
  }
  if (!fits) {
    lua_pushnil(lua);
    return 1;
  }
  push_record_copy(lua, 1, *layout);
  for (int slot = 2; slot < top; slot += 2) {
    lua_pushvalue(lua, slot);
    lua_pushvalue(lua, slot + 1);
    lua_rawset(lua, -3);
  }
  lua_getmetatable(lua, 1);
  lua_setmetatable(lua, -2);
  return 1;
}

// push(&t, x): appends, in place if the variable owns the tuple.
int push_item(lua_State* lua) {
  bool is_whole = !lua_isnone(lua, 2) && !is_end(lua, 2) && (lua_isnone(lua, 3) || is_end(lua, 3));
  bool fits = is_whole && has_meta(lua, 1, inside_of(lua).tuple_meta);
  if (!fits || is_mark(lua, 3, end_var_mark) || is_mark(lua, 3, end_dropped_mark)) {
    lua_pushliteral(lua, "push");
    lua_insert(lua, 1);
    return refuse_arguments(lua);
  }
  lua_settop(lua, 2);
  lua_pushnil(lua);
  push_owned(lua, 1);
  lua_Integer count = count_of(lua, 4) + 1;
  lua_pushvalue(lua, 2);
  lua_rawseti(lua, 4, count);
  lua_pushliteral(lua, "n");
  lua_pushinteger(lua, count);
  lua_rawset(lua, 4);
  return 2;
}

const RawFunction functions[] = {
    {"at", guard<at>},
    {"index", guard<index>},
    {"set_at", guard<set_at>},
    {"set_index", guard<set_index>},
    {"update_at", guard<update_at>},
    {"update_index", guard<update_index>},
    {"set_field", guard<set_field>},
    {"field", guard<field>},
    {"extend", guard<extend>},
    {"push", guard<push_item>},
};

}  // namespace

std::span<const RawFunction> access_functions() { return functions; }

int index_one(lua_State* lua) { return at(lua); }

}  // namespace rille
