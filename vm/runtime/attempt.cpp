// The builtins `try` and `error`.
#include "vm/calling.h"
#include "vm/runtime/library.h"
#include "vm/runtime/raw.h"
#include "vm/state/nested.h"

namespace rille {
namespace {

Value failure(State& state, const Error& error) {
  std::string trace = render(error, state.sources());
  Value record = Value::record(state, {{"kind", std::string(name(error.code()))},
                                       {"message", std::string(error.what())},
                                       {"trace", std::move(trace)}});
  return Value::record(state, {{"ok", false}, {"error", std::move(record)}});
}

// Calls the function in slot 1, and pushes its value or the error that it raised.
int call_protected(State& state, lua_State* lua) {
  LuaThreadScope nested(state);
  BuiltinCallScope none(nullptr);  // errors are not attributed to `try`
  lua_State* on = state.lua();
  lua_pushcfunction(on, on_error);
  int handler = lua_gettop(on);
  lua_pushvalue(lua, 1);
  if (on != lua) lua_xmove(lua, on, 1);
  push_mark(on, end_mark);
  int status = lua_pcall(on, 1, 1, handler);
  lua_remove(on, handler);
  if (on == lua) return status;
  lua_xmove(on, lua, 1);
  lua_insert(lua, 2);  // below the thread, which is popped
  return status;
}

// Interrupts and limits pass through: while the state is stopping, no error is caught.
int call_try(const Arguments& in) {
  lua_State* lua = in.lua();
  in.function(0);
  lua_settop(lua, 1);
  int status = call_protected(in.state(), lua);
  if (in.state().stopping()) {
    if (status == LUA_OK) in.state().poll();
    Error stop = error_at(lua, -1);  // with the position at which the script was stopped
    if (stop.code() == Code::interrupt || stop.code() == Code::limit) throw stop;
    in.state().poll();
  }
  if (status == LUA_OK) {
    push_value(lua, Value::record(in.state(), {{"ok", true}, {"value", Value()}}));
    lua_pushvalue(lua, 2);
    lua_setfield(lua, -2, "value");
    return 1;
  }
  Error error = error_at(lua, -1);
  if (error.code() == Code::interrupt) throw error;
  push_value(lua, failure(in.state(), error));
  return 1;
}

std::optional<Code> code_named(std::string_view word) {
#define CODE(name) \
  if (word == #name) return Code::name;
#include "vm/codes.def"
#undef CODE
  return std::nullopt;
}

int call_error(const Arguments& in) {
  std::string word = in.string(1);
  std::optional<Code> code = code_named(word);
  if (!code || *code == Code::interrupt || *code == Code::bug) {
    throw Error(Code::value, str("`error`: unknown kind \"", word, "\"")).label(1);
  }
  throw Error(*code, in.string(0));
}

const Builtin try_builtin = {
    .signature = "try(f: fn) -> record",
    .brief = "Calls `f` and returns its value, or the error that it raised, as a record.",
    .params = {{"f", "Function without arguments.", Use::keeps}},
    .errors = "error[interrupt] and exceeded limits of time or output are not caught",
    .example = "try(() => 1 + 1).value  #> 2",
    .source = "",
    .call = call_try,
    .purity = Purity::host,
};

const Builtin error_builtin = {
    .signature = "error(message: any, kind: str = \"value\") -> nil",
    .brief = "Raises an error with the given message.",
    .params = {{"message", "One line: what was expected, and what was passed."},
               {"kind", "Kind of the error, such as `\"shape\"`."}},
    .errors = "the requested error; error[value] if `kind` does not exist",
    .example = "error(\"rows differ\", kind = \"shape\")",
    .source = "",
    .call = call_error,
    .form = CallForm::raise,
};

const Builtin* const builtins[] = {&try_builtin, &error_builtin};

}  // namespace

std::span<const Builtin* const> vm_builtins() { return builtins; }

}  // namespace rille
