// R: iteration over streams.
#include "vm/run/stack.h"
#include "vm/runtime/language.h"
#include "vm/runtime/raw.h"
#include "vm/stream.h"

namespace rille {
namespace {

const Tag stream_tag = {.what = ObjectKind::opaque, .name = "stream"};

const StructType* stream_type(lua_State* lua, int slot) {
  const Layout* layout = layout_at(lua, slot);
  return is_stream(layout) ? layout->type : nullptr;
}

int is_stream_at(lua_State* lua) {
  lua_pushboolean(lua, static_cast<int>(stream_type(lua, 1) != nullptr));
  return 1;
}

// Returns the next item of the stream in the closure, or END after the last item.
int next_of_open(lua_State* lua) {
  auto* box = static_cast<OpaqueBox*>(lua_touserdata(lua, lua_upvalueindex(1)));
  Value item = static_cast<Stream*>(box->held.get())->next(state_of(lua));
  if (item.is_nil()) {
    push_mark(lua, end_mark);
  } else {
    push_value(lua, item);
  }
  return 1;
}

// Opens the stream in slot 1 and pushes it.
void push_open(lua_State* lua) {
  auto stream = std::make_shared<Stream>(value_at(lua, 1));
  void* memory = lua_newuserdatauv(lua, sizeof(OpaqueBox), 0);
  new (memory) OpaqueBox{{&stream_tag}, std::move(stream)};
  lua_rawgeti(lua, LUA_REGISTRYINDEX, inside_of(lua).opaque_meta);
  lua_setmetatable(lua, -2);
}

bool is_librarys(lua_State* lua) {
  const StructType* type = stream_type(lua, 1);
  return type != nullptr && type->record != nullptr;
}

// open_stream(x): for a stream of the library, next_of_open with a copy of x; otherwise nil.
// Scripts cannot access the closure, so the functions in it cannot form a reference cycle.
int open_stream_at(lua_State* lua) {
  if (!is_librarys(lua)) return 0;
  push_open(lua);
  lua_pushcclosure(lua, guard<next_of_open>, 1);
  return 1;
}

constexpr const char* steps_key = "rille.steps";

// Pushes the table of the streams that step_open() left open. It maps an instance, a weak key, to
// the open stream at the position of the instance.
void push_steps(lua_State* lua) {
  if (lua_getfield(lua, LUA_REGISTRYINDEX, steps_key) == LUA_TTABLE) return;
  lua_pop(lua, 1);
  lua_createtable(lua, 0, 1);
  lua_createtable(lua, 0, 1);
  lua_pushliteral(lua, "k");
  lua_setfield(lua, -2, "__mode");
  lua_setmetatable(lua, -2);
  lua_pushvalue(lua, -1);
  lua_setfield(lua, LUA_REGISTRYINDEX, steps_key);
}

// step_open(x): for a stream of the library returns true, the next item or nil after the last one,
// and the instance after that item; otherwise nothing. The instance is not owned, so a write
// creates a new table: for the same table, the open stream is at the position of the instance.
int step_open_at(lua_State* lua) {
  if (!is_librarys(lua)) return 0;
  lua_settop(lua, 1);
  push_steps(lua);
  lua_pushvalue(lua, 1);
  bool is_open = lua_rawget(lua, 2) == LUA_TUSERDATA;
  if (is_open) {  // after an error, no stream is open and the position is unchanged
    lua_pushvalue(lua, 1);
    lua_pushnil(lua);
    lua_rawset(lua, 2);
  } else {
    lua_pop(lua, 1);
    push_open(lua);
  }
  auto* box = static_cast<OpaqueBox*>(lua_touserdata(lua, 3));
  auto* stream = static_cast<Stream*>(box->held.get());
  Value item = stream->next(state_of(lua));
  lua_pushboolean(lua, 1);
  push_value(lua, item);
  push_value(lua, stream->value());
  share_value(lua, 6);
  if (item.is_nil()) return 3;
  lua_pushvalue(lua, 6);
  lua_pushvalue(lua, 3);
  lua_rawset(lua, 2);
  return 3;
}

// Makes the integers of a script's stream static, since they determine its length.
void know_ints(State& state, const Value& value) {
  check_stack();
  if (!value.is_branch()) return;
  bool is_script = is_stream(value) && struct_of(value) == nullptr;
  for (const Value& part : value.items()) {
    bool is_int = part.is_array() && part.array().is_weak() && is_integer(part.array().dtype());
    if (is_script && is_int && part.array().is_traced()) state.need_value(part.array());
    if (is_stream(part) || (is_stream(value) && part.is_tuple())) know_ints(state, part);
  }
}

// know_stream(x): called in a trace, which is run again with specialized values if any is unknown.
int know_stream(lua_State* lua) {
  State& state = state_of(lua);
  if (state.tracing > 0) know_ints(state, value_at(lua, 1));
  return 0;
}

Error no_length(const Stream& stream, const ItemNumbers& numbers) {
  std::string kind = kind_text(stream.value());
  if (numbers.count == ItemNumbers::endless) {
    return Error(Code::type, str("`len`: this ", kind, " is infinite"))
        .help("`data.take(s, n)` limits a stream to n items");
  }
  std::string_view why = numbers.has_gaps
                             ? "the stream drops items"
                             : "the stream has advanced, or its source must be iterated";
  return Error(Code::type, str("`len`: the length of this ", kind, " is unknown: ", why))
      .help("`len((x for x in s))` iterates over the stream and counts the items");
}

// instance_length(x): the number of iterations of a loop over an instance, if known in advance;
// nothing if x is a record without a struct.
int instance_length(lua_State* lua) {
  const Layout* layout = layout_at(lua, 1);
  if (layout == nullptr || layout->type == nullptr) return 0;
  Value value = value_at(lua, 1);
  if (!is_stream(layout)) {
    throw Error(Code::type, str("`len` takes tuples, arrays, strings, records, dicts, ranges, and "
                                "streams, got ",
                                kind_text(value)))
        .label(0)
        .help("`len(keys(x))` counts the fields of an instance");
  }
  Stream stream(value);
  ItemNumbers numbers = stream.numbers(state_of(lua));
  bool is_known = numbers.dense() && numbers.count != ItemNumbers::endless;
  if (!is_known) throw no_length(stream, numbers).label(0);
  lua_pushinteger(lua, numbers.count);
  return 1;
}

const RawFunction functions[] = {
    {"know_stream", guard<know_stream>},         {"is_stream", guard<is_stream_at>},
    {"open_stream", guard<open_stream_at>},      {"step_open", guard<step_open_at>},
    {"instance_length", guard<instance_length>},
};

}  // namespace

void forget_open_stream(lua_State* lua, int slot) {
  if (stream_type(lua, slot) == nullptr) return;
  int top = lua_gettop(lua);
  slot = lua_absindex(lua, slot);
  push_steps(lua);
  lua_pushvalue(lua, slot);
  lua_pushnil(lua);
  lua_rawset(lua, -3);
  lua_settop(lua, top);
}

std::span<const RawFunction> stream_functions() { return functions; }

}  // namespace rille
