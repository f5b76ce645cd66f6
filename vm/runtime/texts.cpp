// R: conversion of values to strings, and kinds of values.
#include <lua5.4/lauxlib.h>

#include <algorithm>
#include <cmath>

#include "vm/numbers/math.h"
#include "vm/run/recorder.h"
#include "vm/run/running.h"
#include "vm/runtime/language.h"
#include "vm/runtime/long_text.h"
#include "vm/runtime/raw.h"
#include "vm/text/format.h"

namespace rille {
namespace {

// The text in print and string interpolation: a string is written without quotes.
void add_text(lua_State* lua, std::string& out, int slot) {
  if (lua_type(lua, slot) == LUA_TSTRING) {
    size_t size = 0;
    const char* text = lua_tolstring(lua, slot, &size);
    out.append(text, size);
  } else if (lua_isinteger(lua, slot)) {
    out += std::to_string(lua_tointeger(lua, slot));
  } else if (array_at(lua, slot) != nullptr) {
    RecordedSpan read(SpanCategory::transfer, "string");
    out += text(value_at(lua, slot));
  } else {
    out += text(value_at(lua, slot));
  }
}

// str({n = …, parts}): joins the parts to one string.
int make_string(lua_State* lua) {
  lua_getfield(lua, 1, "n");
  lua_Integer count = lua_tointeger(lua, -1);
  std::string out;
  for (lua_Integer i = 1; i <= count; ++i) {
    lua_rawgeti(lua, 1, i);
    add_text(lua, out, lua_gettop(lua));
    lua_pop(lua, 1);
  }
  push_text(lua, out);
  return 1;
}

// Joins the parts in the first slots, of which at least one is long, to one string.
int join_long_parts(lua_State* lua, int count) {
  std::vector<std::string_view> parts;
  for (int slot = 1; slot <= count; ++slot) {
    if (lua_type(lua, slot) != LUA_TSTRING) {
      std::string part;
      add_text(lua, part, slot);
      push_text(lua, part);
      lua_replace(lua, slot);
    }
    size_t size = 0;
    const char* text = lua_tolstring(lua, slot, &size);
    parts.emplace_back(text, size);
  }
  push_long_text(lua, parts);
  return 1;
}

// text(parts…): joins the parts to one string.
int join_parts(lua_State* lua) {
  int count = lua_gettop(lua);
  bool is_native = true;
  size_t size = 0;
  for (int slot = 1; slot <= count; ++slot) {
    bool is_string = lua_type(lua, slot) == LUA_TSTRING;
    if (is_string) size += lua_rawlen(lua, slot);
    is_native = is_native && (is_string || lua_isinteger(lua, slot) != 0);
  }
  if (size >= long_text) return join_long_parts(lua, count);
  if (is_native) {
    if (count == 1) lua_tolstring(lua, 1, nullptr);
    lua_concat(lua, count);
    return 1;
  }
  std::string out;
  for (int slot = 1; slot <= count; ++slot) add_text(lua, out, slot);
  push_text(lua, out);
  return 1;
}

// fmt(x, spec[, shown]): formats each element of an array separately. `shown` is the text of a
// tree.
int format_value(lua_State* lua) {
  size_t size = 0;
  const char* word = lua_tolstring(lua, 2, &size);
  std::string_view spec(word, size);
  std::string out;
  if (const Array* array = array_at(lua, 1)) {
    RecordedSpan read(SpanCategory::transfer, "string");
    out = format(*array, spec);
  } else if (lua_isinteger(lua, 1)) {
    out = format(static_cast<int64_t>(lua_tointeger(lua, 1)), spec);
  } else if (lua_type(lua, 1) == LUA_TNUMBER) {
    out = format(lua_tonumber(lua, 1), spec);
  } else {
    bool is_text = lua_type(lua, 1) == LUA_TSTRING;
    bool is_for_numbers = !spec.empty() && std::string_view("bcdeEfFgGnoxX%").find(spec.back()) !=
                                               std::string_view::npos;
    if (!is_text && is_for_numbers) {
      throw Error(Code::value,
                  str("the format `", spec, "` is for numbers and arrays, got ", kind_at(lua, 1)));
    }
    if (lua_type(lua, 3) == LUA_TSTRING) {
      out = lua_tostring(lua, 3);
    } else {
      add_text(lua, out, 1);
    }
    out = format(std::string_view(out), spec);
  }
  push_text(lua, out);
  return 1;
}

// utf8_length(text): the number of characters.
int utf8_length(lua_State* lua) {
  constexpr size_t most = size_t{1} << 20;
  size_t size = 0;
  const char* text = lua_tolstring(lua, 1, &size);
  auto begins = [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; };
  lua_Integer out = 0;
  for (std::string_view rest(text, size); !rest.empty();) {
    poll();
    std::string_view piece = rest.substr(0, most);
    out += std::ranges::count_if(piece, begins);
    rest.remove_prefix(piece.size());
  }
  lua_pushinteger(lua, out);
  return 1;
}

int kind_text_of(lua_State* lua) {
  std::string out = kind_at(lua, 1);
  push_text(lua, out);
  return 1;
}

// what(x): "array", "tuple", "record", "range", … for values of Rille; else the Lua type.
int what(lua_State* lua) {
  static const char* const words[] = {"none",   "array",     "error",   "native", "tuple",
                                      "record", "structure", "module",  "range",  "dict",
                                      "opaque", "text",      "iterable"};
  ObjectKind what = what_at(lua, 1);
  lua_pushstring(
      lua, what == ObjectKind::none ? luaL_typename(lua, 1) : words[static_cast<size_t>(what)]);
  return 1;
}

// array_type(x): dtype, sizes… of an array, with -1 for unknown sizes; nothing for other values.
int array_type(lua_State* lua) {
  const Array* array = array_at(lua, 1);
  if (array == nullptr) return 0;
  luaL_checkstack(lua, array->rank() + 2, "rank");
  std::string_view word = name(array->dtype());
  lua_pushlstring(lua, word.data(), word.size());
  for (int i = 0; i < array->rank(); ++i) {
    Extent extent = array->type().extent(i);
    lua_pushinteger(lua, extent.known() ? extent.number() : -1);
  }
  return array->rank() + 1;
}

int is_traced(lua_State* lua) {
  const Array* array = array_at(lua, 1);
  lua_pushboolean(lua, array != nullptr && array->is_traced() ? 1 : 0);
  return 1;
}

// is_weak(x): whether x represents a host scalar in a trace.
int is_weak(lua_State* lua) {
  const Array* array = array_at(lua, 1);
  lua_pushboolean(lua, array != nullptr && array->is_weak() ? 1 : 0);
  return 1;
}

// print(text): writes the text unchanged to the output of the state.
int write(lua_State* lua) {
  size_t size = 0;
  const char* text = luaL_tolstring(lua, 1, &size);
  state_of(lua).write({text, size});
  return 0;
}

// The C++ functions that builtins of the same name use for arrays, applied to scalars.
template <double (*f)(double)>
int math(lua_State* lua) {
  lua_pushnumber(lua, f(lua_tonumber(lua, 1)));
  return 1;
}

int math_pow(lua_State* lua) {
  lua_pushnumber(lua, host::pow(lua_tonumber(lua, 1), lua_tonumber(lua, 2)));
  return 1;
}

// meta(x): the metatable of x. Lua's getmetatable reads a field of it first.
int meta(lua_State* lua) {
  if (lua_getmetatable(lua, 1) == 0) lua_pushnil(lua);
  return 1;
}

int is_int(lua_State* lua) {
  lua_pushboolean(lua, lua_isinteger(lua, 1));
  return 1;
}

const RawFunction functions[] = {
    {"meta", meta},
    {"is_int", is_int},

    {"math_sqrt", math<std::sqrt>},
    {"math_exp", math<host::exp>},
    {"math_log", math<host::log>},
    {"math_sin", math<host::sin>},
    {"math_cos", math<host::cos>},
    {"math_tanh", math<host::tanh>},
    {"math_pow", math_pow},

    {"str", guard<make_string>},
    {"fmt", guard<format_value>},
    {"text", guard<join_parts>},
    {"utf8_length", guard<utf8_length>},
    {"kind", guard<kind_text_of>},
    {"what", guard<what>},
    {"array_type", guard<array_type>},
    {"is_weak", guard<is_weak>},
    {"is_traced", guard<is_traced>},
    {"write", guard<write>},
};

}  // namespace

std::span<const RawFunction> text_functions() { return functions; }

}  // namespace rille
