// R: the slow path of calls, and methods.
#include <lua5.4/lauxlib.h>

#include <algorithm>

#include "vm/bind/dropped.h"
#include "vm/bind/glue.h"
#include "vm/contract.h"
#include "vm/lends_key.h"
#include "vm/runtime/language.h"
#include "vm/runtime/raw.h"
#include "vm/words/nearest.h"

namespace rille {
namespace {

std::string title(const FunctionInfo& info) {
  return info.name.empty() ? std::string("the lambda") : str("`", info.name, "`");
}

std::string plural(size_t count, std::string_view word) {
  return str(count, " ", word, count == 1 ? "" : "s");
}

[[noreturn]] void needs(const FunctionInfo& info, size_t at) {
  throw Error(Code::type, str(title(info), ": missing argument `", info.params[at].name, "`"));
}

[[noreturn]] void too_many(const FunctionInfo& info) {
  size_t own = info.params.size() - (info.is_method ? 1 : 0);
  throw Error(Code::type, str(title(info), " takes ", plural(own, "argument"), ", got more"))
      .given(static_cast<int>(info.params.size()));
}

// fix(info, parameters…, e): converts the arguments of a call, which contain END, to parameters.
int fix(lua_State* lua) {
  const auto& info = *static_cast<const FunctionInfo*>(lua_touserdata(lua, 1));
  size_t most = info.params.size(), given = 0;
  while (given <= most && !is_end(lua, static_cast<int>(given) + 2)) ++given;
  if (given > most) too_many(info);
  bool is_dropped_all = is_mark(lua, static_cast<int>(given) + 2, end_dropped_mark);
  bool is_bare = is_mark(lua, static_cast<int>(given) + 2, end_var_mark);
  if (is_bare || is_dropped_all) refuse_dropped(title(info), info, is_dropped_all);
  lua_settop(lua, static_cast<int>(given) + 1);
  luaL_checkstack(lua, static_cast<int>(most) + 4, "too many parameters");
  for (size_t i = 0; i < most; ++i) {
    int slot = static_cast<int>(i) + 2;
    if (i >= given) push_mark(lua, absent_mark);
    if (is_mark(lua, slot, absent_mark) && !info.params[i].has_default) needs(info, i);
  }
  return static_cast<int>(most);
}

int proc_traced(lua_State* lua) {
  std::string_view name = lua_tostring(lua, 1);
  std::string who = name.empty() ? "the lambda" : str("`", name, "`");
  throw Error(Code::trace, str(who, " is a proc and cannot be called while tracing"));
}

const FunctionInfo& callable_info(lua_State* lua, int slot) {
  const FunctionInfo* info = info_at(lua, slot);
  if (info == nullptr) {
    std::string kind = kind_at(lua, slot);
    throw Error(Code::type, str(arg(callee, "a value"), kind == "nil" ? " is " : " is of type ",
                                kind, " and cannot be called"));
  }
  return *info;
}

// The arguments of one call while they are assigned to parameters. Slots are stack indices of
// values.
struct CallArguments {
  lua_State* lua;
  const FunctionInfo& info;
  size_t skip = 0;  // 1 if an instance is called, which Lua passes as self
  std::vector<int> slots = {};
  std::vector<size_t> places = {};  // of `&` arguments, in order
  std::vector<int> keeping = {};    // their values that are kept if the call raises
  std::vector<size_t> bare = {}, dropped = {};
  size_t next = 0;

  size_t put(size_t at, int value) {
    if (slots.size() <= at) slots.resize(at + 1, 0);
    if (slots[at] != 0) {
      throw Error(Code::type, str(title(info), ": argument `", name(at), "` is given twice"));
    }
    slots[at] = value;
    return at;
  }
  std::string name(size_t at) const {
    return at < info.params.size() ? info.params[at].name : str("argument ", at);
  }
  size_t by_position(int value) { return put(next++, value); }
  size_t by_name(std::string_view word, int value) {
    int at = info.find(word);
    if (at < 0) {
      std::vector<std::string> names;
      for (const auto& param : info.params) names.push_back(param.name);
      throw Error(Code::type, str(title(info), " has no parameter `", word, "`"))
          .help(parameter_help(info.name, word, names));
    }
    return put(static_cast<size_t>(at), value);
  }
  void spread(int value);
};

void CallArguments::spread(int value) {
  const Layout* layout = layout_at(lua, value);
  if (layout == nullptr && what_at(lua, value) != ObjectKind::tuple) {
    throw Error(Code::type, str("`...` spreads a tuple or a record, got ", kind_at(lua, value)));
  }
  constexpr int most = 10'000;
  if (layout == nullptr) {
    lua_getfield(lua, value, "n");
    lua_Integer count = lua_tointeger(lua, -1);
    lua_pop(lua, 1);
    if (count > most) throw Error(Code::limit, str("a call takes at most ", most, " arguments"));
    luaL_checkstack(lua, static_cast<int>(count) + 8, "too many arguments");
    for (lua_Integer i = 1; i <= count; ++i) {
      lua_rawgeti(lua, value, i);
      by_position(lua_gettop(lua));
    }
    return;
  }
  luaL_checkstack(lua, static_cast<int>(layout->names.size()) + 8, "too many arguments");
  for (const std::string& word : layout->names) {
    lua_pushlstring(lua, word.data(), word.size());
    lua_rawget(lua, value);
    by_name(word, lua_gettop(lua));
  }
}

// Replaces the function on top of the stack, a field called as x.f(a), by one that drops x. It is a
// Lua function, whose calls use no C stack, so nested layers can be as deep as other calls. It is
// not a tail call, so that the positions of arguments are found (vm/state/place.cpp).
void drop_first(lua_State* lua) {
  static const char key = 0;
  if (lua_rawgetp(lua, LUA_REGISTRYINDEX, &key) != LUA_TFUNCTION) {
    lua_pop(lua, 1);
    constexpr std::string_view text =
        "local f, all = ... return function(_, ...) return all(f(...)) end";
    if (luaL_loadbufferx(lua, text.data(), text.size(), field_chunk, "t") != LUA_OK) lua_error(lua);
    lua_pushvalue(lua, -1);
    lua_rawsetp(lua, LUA_REGISTRYINDEX, &key);
  }
  lua_insert(lua, -2);
  lua_pushcfunction(lua, [](lua_State* state) { return lua_gettop(state); });
  lua_call(lua, 2, 1);
}

// If slot 1 contains a result of drop_first(), replaces it by the original function.
bool open_field(lua_State* lua) {
  if (lua_type(lua, 1) != LUA_TFUNCTION || lua_iscfunction(lua, 1) != 0) return false;
  lua_Debug record;
  lua_pushvalue(lua, 1);
  lua_getinfo(lua, ">S", &record);
  if (std::string_view(record.source) != field_chunk) return false;
  lua_getupvalue(lua, 1, 2);  // f: the text names `all` first
  lua_replace(lua, 1);
  return true;
}

// Reads (kinds, names, values) from slots 2…, as Calls::plain_call in lang/emit/calls.h writes
// them. The first value is the x of x.f(a), which is not passed to a function in a field.
void arrange_into(CallArguments& out, bool is_field) {
  constexpr int first = 2;
  lua_State* lua = out.lua;
  out.skip = layout_at(lua, 1) != nullptr ? 1 : 0;
  out.next = out.skip;
  out.slots.resize(out.skip, 0);
  std::string_view kinds = lua_tostring(lua, first);
  luaL_checkstack(lua, 2 * static_cast<int>(kinds.size()) + 8, "too many arguments");
  for (size_t i = is_field ? 1 : 0; i < kinds.size(); ++i) {
    auto at = static_cast<lua_Integer>(i) + 1;
    lua_rawgeti(lua, first + 2, at);
    int value = lua_gettop(lua);
    lua_rawgeti(lua, first + 1, at);
    std::string_view word = lua_type(lua, -1) == LUA_TSTRING ? lua_tostring(lua, -1) : "";
    switch (ItemKind{kinds[i]}) {
      case ItemKind::plain: out.by_position(value); break;
      case ItemKind::named: out.by_name(word, value); break;
      case ItemKind::spread: out.spread(value); break;
      case ItemKind::bare: out.bare.push_back(out.by_position(value)); break;
      case ItemKind::named_bare: out.bare.push_back(out.by_name(word, value)); break;
      case ItemKind::dropped: out.dropped.push_back(out.by_position(value)); break;
      case ItemKind::named_dropped: out.dropped.push_back(out.by_name(word, value)); break;
      case ItemKind::held_place: out.keeping.push_back(value); [[fallthrough]];
      case ItemKind::place: out.places.push_back(out.by_position(value)); break;
      case ItemKind::held_named_place: out.keeping.push_back(value); [[fallthrough]];
      case ItemKind::named_place: out.places.push_back(out.by_name(word, value)); break;
    }
  }
}

void push_slots(const CallArguments& args) {
  lua_State* lua = args.lua;
  luaL_checkstack(lua, static_cast<int>(args.slots.size()) + 4, "too many arguments");
  for (size_t i = args.skip; i < args.slots.size(); ++i) {
    int slot = args.slots[i];
    if (slot == 0) {
      push_mark(lua, absent_mark);
    } else {
      lua_pushvalue(lua, slot);
    }
  }
  push_mark(lua, end_mark);
}

void refuse_dropped(const CallArguments& args) {
  auto refuse = [&](const std::vector<size_t>& places, bool all) {
    for (size_t place : places) {
      if (place >= args.info.params.size()) continue;
      const auto& param = args.info.params[place];
      if (param.is_inout && !(all && (param.draws || args.info.is_proc))) {
        throw dropped_update(title(args.info), param.name, all);
      }
    }
  };
  refuse(args.bare, false);
  refuse(args.dropped, true);
}

// arrange(f, kinds, names, values): returns the arguments in order, then END.
int arrange(lua_State* lua) {
  bool is_field = open_field(lua);
  CallArguments args{.lua = lua, .info = callable_info(lua, 1)};
  arrange_into(args, is_field);
  refuse_dropped(args);
  if (is_field) lua_pushnil(lua);
  push_slots(args);
  return static_cast<int>(args.slots.size() - args.skip) + (is_field ? 2 : 1);
}

// Whether the function in slot 1 is a builtin whose parameter at `place` is a key or streams of
// keys.
bool lends_key_at(lua_State* lua, size_t place) {
  if (lua_tocfunction(lua, 1) != call_builtin) return false;
  lua_getupvalue(lua, 1, 1);
  const auto& builtin = *static_cast<const Builtin*>(lua_touserdata(lua, -1));
  lua_pop(lua, 1);
  return lends_key(builtin.typed().params[place]);
}

// plan_inout(f, kinds, names, values): checks the arguments passed by reference, and returns
// (positions, arguments…). `positions` has two bytes for each reference. The first is the index of
// the inout result of f (from 1), 0 if f samples from it, or 128 more if f samples from it in case
// it is a key. The second is the index of the argument (from 1).
int plan_inout(lua_State* lua) {
  bool is_field = open_field(lua);
  CallArguments args{.lua = lua, .info = callable_info(lua, 1)};
  arrange_into(args, is_field);
  refuse_dropped(args);
  std::string positions;
  for (size_t place : args.places) {
    const auto& params = args.info.params;
    if (place >= params.size() || !params[place].is_inout) {
      bool is_self = args.name(place) == "self";
      throw Error(Code::type,
                  str("`", args.name(place), "` of ", title(args.info), " is not `inout`"))
          .help(is_self ? "call it without `!`; `nn.sequential` accepts both kinds of layers"
                        : "pass the argument without `&`");
    }
    auto before = std::count_if(params.begin(), params.begin() + static_cast<long>(place),
                                [](const auto& p) { return p.is_inout && !p.draws; });
    bool may_draw = lends_key_at(lua, place);
    positions += static_cast<char>(params[place].draws ? 0 : before + (may_draw ? 129 : 1));
    positions += static_cast<char>(place - args.skip + (is_field ? 2 : 1));
  }
  lua_pushlstring(lua, positions.data(), positions.size());
  if (is_field) lua_pushnil(lua);
  push_slots(args);
  unsigned lent = 0;
  for (size_t place : args.places) lent |= place < max_lent ? 1u << place : 0;
  bool lends = false;
  if (args.skip == 0) {
    lends = push_lent_end(lua, 1, lent);
    lua_replace(lua, -2);
  }
  for (int slot : args.keeping) {
    if (!lends) share_value(lua, slot);
  }
  return static_cast<int>(args.slots.size() - args.skip) + (is_field ? 3 : 2);
}

bool push_method(lua_State* lua, const Layout& layout, int name) {
  if (layout.type == nullptr || layout.type->methods == 0) return false;
  lua_rawgeti(lua, LUA_REGISTRYINDEX, layout.type->methods);
  lua_pushvalue(lua, name);
  bool found = lua_rawget(lua, -2) != LUA_TNIL;
  lua_remove(lua, -2);
  if (!found) lua_pop(lua, 1);
  return found;
}

// method(x, name, fallback): the function that x.name(…) calls with x as the first argument.
// The builtins that can be called as methods of a value.
std::vector<std::string> plain_builtins(State& state) {
  std::vector<std::string> out;
  for (const Builtin* builtin : state.builtins()) {
    if (builtin->name().find('.') == std::string_view::npos) out.emplace_back(builtin->name());
  }
  return out;
}

std::string method_help(lua_State* lua, const std::string& word) {
  constexpr std::string_view fields[] = {"T", "dtype", "rank", "shape", "size"};
  bool is_field = array_at(lua, 1) != nullptr && std::ranges::count(fields, word) > 0;
  if (is_field) return str("a field has no parentheses: `x.", word, "`");
  return is_foreign_module(word) ? "" : name_help(word, plain_builtins(state_of(lua)));
}

int method(lua_State* lua) {
  ObjectKind what = what_at(lua, 1);
  if (const Layout* layout = layout_at(lua, 1)) {
    if (push_method(lua, *layout, 2)) return 1;
    lua_pushvalue(lua, 2);
    lua_gettable(lua, 1);  // raises if it is missing
    drop_first(lua);
    return 1;
  }
  if (what == ObjectKind::module || what == ObjectKind::structure) {
    lua_pushvalue(lua, 2);
    lua_gettable(lua, 1);
    drop_first(lua);
    return 1;
  }
  if (lua_isfunction(lua, 1) && lua_isnil(lua, 3) &&
      std::string_view(lua_tostring(lua, 2)) == "call") {
    throw Error(Code::name, "a function has no state and no method `call`")
        .help("call the function directly, `f(x)`, without `!` or `.call`");
  }
  if (lua_isnil(lua, 1) || lua_isnil(lua, 3)) {
    std::string kind = kind_at(lua, 1);
    std::string word = lua_tostring(lua, 2);
    std::string help = kind == "nil" ? "" : method_help(lua, word);
    throw Error(Code::name, str(arg(0, "a value"), kind == "nil" ? " is " : " is of type ", kind,
                                " and has no method `", word, "`"))
        .label(0)
        .help(help);
  }
  lua_settop(lua, 3);
  return 1;
}

// bound(module, name): the value of a name in a module; nil if it has no value yet.
int bound(lua_State* lua) {
  lua_settop(lua, 2);
  lua_rawget(lua, 1);
  return 1;
}

// layout_of(names…): the metatable of records with these names.
int layout_of(lua_State* lua) {
  std::vector<std::string> names = strings_at(lua, 1);
  std::ranges::sort(names);
  names.erase(std::ranges::unique(names).begin(), names.end());
  push_layout(lua, *state_of(lua).layout(std::move(names)));
  return 1;
}

// names_of(record): the field names, sorted; of an instance in declared order.
int names_of(lua_State* lua) {
  const Layout* layout = layout_at(lua, 1);
  if (layout == nullptr) return 0;
  lua_createtable(lua, static_cast<int>(layout->names.size()), 0);
  lua_Integer at = 0;
  for (const std::string& word : layout->names) {
    lua_pushlstring(lua, word.data(), word.size());
    lua_rawseti(lua, -2, ++at);
  }
  return 1;
}

// raise(kind, message, parameter, argument, help, marked): raises an error as a builtin would. An
// integer `parameter` attributes it to the value of that parameter, `argument` to that argument of
// the current call, and `marked` to the call, with that argument underlined.
int raise_error(lua_State* lua) {
  std::string_view kind = lua_tostring(lua, 1);
  Code code = Code::value;
#define CODE(name) \
  if (kind == #name) code = Code::name;
#include "vm/codes.def"
#undef CODE
  size_t size = 0;
  const char* message = lua_tolstring(lua, 2, &size);
  Error error(code, std::string(message, size));
  if (lua_type(lua, 5) == LUA_TSTRING) error.help(lua_tostring(lua, 5));
  if (lua_isinteger(lua, 6) != 0) {
    throw std::move(error).label(static_cast<int>(lua_tointeger(lua, 6)));
  }
  if (lua_isinteger(lua, 3) != 0)
    throw std::move(error).given(static_cast<int>(lua_tointeger(lua, 3)));
  if (lua_isinteger(lua, 4) != 0)
    throw std::move(error).at(static_cast<int>(lua_tointeger(lua, 4)));
  throw error;
}

const RawFunction functions[] = {
    {"fix", guard<fix>},
    {"arrange", guard<arrange>},
    {"plan_inout", guard<plan_inout>},
    {"proc_traced", guard<proc_traced>},
    {"method", guard<method>},
    {"bound", guard<bound>},
    {"layout_of", guard<layout_of>},
    {"names_of", guard<names_of>},
    {"raise", guard<raise_error>},
    {"refuse", guard<refuse_arguments>},
};

}  // namespace

std::span<const RawFunction> call_functions() { return functions; }

}  // namespace rille
