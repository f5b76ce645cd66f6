// Text of a range and a dict, as a script writes them.
#include <algorithm>
#include <cctype>

#include "vm/call.h"
#include "vm/runtime/raw.h"
#include "vm/tree/walk.h"

namespace rille {
namespace {

// Field `name` of the table in a slot, which it pushes.
void push_field(lua_State* lua, int slot, const char* name) {
  lua_pushstring(lua, name);
  lua_rawget(lua, slot);
}

int64_t int_field(lua_State* lua, int slot, const char* name) {
  push_field(lua, slot, name);
  int64_t out = lua_tointeger(lua, -1);
  lua_pop(lua, 1);
  return out;
}

// The entries of a dict's list, in order.
Values entries(lua_State* lua, int slot, const char* list) {
  auto count = int_field(lua, slot, "n");
  push_field(lua, slot, list);
  Values out;
  for (int64_t i = 1; i <= count; ++i) {
    lua_rawgeti(lua, -1, i);
    out.push_back(value_at(lua, -1));
    lua_pop(lua, 1);
  }
  lua_pop(lua, 1);
  return out;
}

bool is_word(const Value& key) {
  if (!key.is_string() || key.string().empty()) return false;
  const std::string& word = key.string();
  auto part = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_' || c >= 0x80; };
  return std::isdigit(static_cast<unsigned char>(word[0])) == 0 && std::ranges::all_of(word, part);
}

std::string dict_text(lua_State* lua, int slot) {
  Values keys = entries(lua, slot, "k"), values = entries(lua, slot, "x");
  if (!std::ranges::all_of(keys, is_word)) {
    return str("dict(", text(Value::tuple(keys)), ", ", text(Value::tuple(values)), ")");
  }
  std::string out = "dict(";
  for (size_t i = 0; i < keys.size(); ++i) {
    bool is_text = values[i].is_string();
    std::string shown = text(is_text ? Value::tuple({values[i]}) : values[i]);
    if (is_text) shown = shown.substr(1, shown.size() - 3);  // quoted, as within a tuple
    out += str(i == 0 ? "" : ", ", keys[i].string(), " = ", shown);
  }
  return out + ")";
}

bool any_in_table(lua_State* lua, int slot, const std::function<bool(const Array&)>& f, int depth) {
  if (const Array* array = array_at(lua, slot)) return f(*array);
  bool is_plain = lua_type(lua, slot) == LUA_TTABLE && what_at(lua, slot) != What::module;
  if (!is_plain || depth > 100 || lua_checkstack(lua, 8) == 0) return false;
  bool found = false;
  lua_pushnil(lua);
  while (lua_next(lua, slot) != 0) {
    found = found || any_in_table(lua, lua_gettop(lua), f, depth + 1);
    lua_pop(lua, 1);
  }
  return found;
}

// Keys in an order of their own, since insertion makes no difference, then their values.
Value dict_contents(lua_State* lua, int slot) {
  Values keys = entries(lua, slot, "k"), values = entries(lua, slot, "x");
  std::vector<std::pair<std::string, size_t>> order;
  for (size_t i = 0; i < keys.size(); ++i) {
    order.emplace_back(str(kind_text(keys[i]), " ", text(keys[i])), i);
  }
  std::ranges::sort(order);
  Values sorted;
  for (const auto& [name, at] : order) sorted.push_back(keys[at]);
  for (const auto& [name, at] : order) sorted.push_back(values[at]);
  return Value::tuple(std::move(sorted));
}

// Calls f with the object in a slot.
void with_object(const Opaque& object, const std::function<void(lua_State*, int slot)>& f) {
  protect(object.held.state(), [&](lua_State* lua) {
    if (lua_checkstack(lua, 8) == 0) throw Error(Code::limit, "calls nest too deep");
    push_function(lua, object.held);
    int slot = lua_gettop(lua);
    f(lua, slot);
    lua_settop(lua, slot - 1);
  });
}

}  // namespace

Value contents_of(const Opaque& object) {
  Value out;
  if (object.kind != "range" && object.kind != "dict") return out;
  with_object(object, [&](lua_State* lua, int slot) {
    if (object.kind == "dict") {
      out = dict_contents(lua, slot);
    } else {
      out = Value::tuple({int_field(lua, slot, "lo"), int_field(lua, slot, "hi")});
    }
  });
  return out;
}

bool any_array(const Opaque& held, const std::function<bool(const Array&)>& f) {
  bool found = false;
  protect(held.held.state(), [&](lua_State* lua) {
    push_function(lua, held.held);
    found = any_in_table(lua, lua_gettop(lua), f, 0);
  });
  return found;
}

std::string Opaque::text() const {
  std::string out = str("<", kind, ">");
  if (kind != "range" && kind != "dict") return out;
  with_object(*this, [&](lua_State* lua, int slot) {
    out = kind == "dict" ? dict_text(lua, slot)
                         : str(int_field(lua, slot, "lo"), "..", int_field(lua, slot, "hi"));
  });
  return out;
}

}  // namespace rille
