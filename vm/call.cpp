// call: calls from C++ to Lua.
#include "vm/call.h"

#include <lua5.4/lauxlib.h>

#include "vm/runtime/raw.h"

namespace rille {
namespace {

struct DirectCall {
  const Function& f;
  std::vector<const Value*> args;  // null if omitted
  Values results = {};
};

int run_call(lua_State* lua) {
  return guarded(lua, [](lua_State* lua) {
    auto* call = static_cast<DirectCall*>(lua_touserdata(lua, 1));
    int count = static_cast<int>(call->args.size());
    if (lua_checkstack(lua, count + 8) == 0) throw Error(Code::limit, "too many arguments");
    push_function(lua, call->f);
    for (const Value* arg : call->args) {
      if (arg == nullptr) {
        push_mark(lua, absent_mark);
      } else {
        push_value(lua, *arg);
      }
    }
    push_mark(lua, end_mark);
    lua_call(lua, count + 1, LUA_MULTRET);
    for (int i = 2; i <= lua_gettop(lua); ++i) call->results.push_back(value_at(lua, i));
    return 0;
  });
}

Values run(DirectCall call) {
  State& state = call.f.state();
  ++state.inside().calls;
  if (state.stopping()) state.poll();
  protected_call(state, run_call, &call);
  return std::move(call.results);
}

}  // namespace

Values call_all(const Function& f, const Values& args) {
  DirectCall call{f, {}};
  for (const Value& arg : args) call.args.push_back(&arg);
  return run(std::move(call));
}

Value call_named(const Function& f, const std::vector<std::pair<std::string, Value>>& args) {
  const FunctionInfo& info = f.info();
  DirectCall call{f, std::vector<const Value*>(info.params.size(), nullptr)};
  for (const auto& [name, value] : args) {
    int at = info.find(name);
    if (at < 0) throw Error(Code::name, str(info.name, " has no parameter ", name));
    call.args[static_cast<size_t>(at)] = &value;
  }
  for (size_t i = 0; i < call.args.size(); ++i) {
    if (call.args[i] == nullptr && !info.params[i].has_default) {
      throw Error(Code::value, str(info.name, ": missing argument `", info.params[i].name, "`"),
                  info.span);
    }
  }
  Values results = run(std::move(call));
  return results.empty() ? Value() : std::move(results[0]);
}

Value call(const Function& f, const Values& args) {
  Values results = call_all(f, args);
  return results.empty() ? Value() : std::move(results[0]);
}

}  // namespace rille
