// State: making one, its builtins and sources.
#include "vm/state.h"

#include <lua5.4/lauxlib.h>

#include <cstdlib>

#include "vm/bind/glue.h"
#include "vm/runtime/library.h"
#include "vm/runtime/metamethods.h"
#include "vm/runtime/raw.h"
#include "vm/state/stop.h"

namespace rille {
namespace {

// Counts Lua's bytes. Refusing makes Lua collect and try again, then raise.
void* allocate(void* owner, void* block, size_t old_size, size_t size) {
  auto& inside = *static_cast<State::Inside*>(owner);
  if (block == nullptr) old_size = 0;  // then it is a kind of object
  int64_t more = static_cast<int64_t>(size) - static_cast<int64_t>(old_size);
  if (size == 0) {
    std::free(block);
    inside.lua_bytes += more;
    return nullptr;
  }
  int64_t limit = inside.limits.memory_bytes;
  if (more > 0) {
    // The slack lets finalizers run when arrays alone have reached the limit.
    constexpr int64_t slack = 1 << 20;
    int64_t wanted = inside.lua_bytes + more;
    int64_t most = limit + inside.spare;
    if (limit > 0 && (wanted > most || wanted + host_space().live_bytes() > most + slack)) {
      Span at = span_now(inside);  // empty where the stack is unwound already
      if (!at.empty()) inside.starved = at;
      return nullptr;
    }
    bool fails = inside.fail_at == 1;
    if (inside.fail_at > 0) --inside.fail_at;
    if (fails) {
      inside.fail_at = inside.fail_on ? 1 : 0;
      return nullptr;
    }
  }
  void* out = std::realloc(block, size);
  if (out != nullptr) inside.lua_bytes += more;
  return out;
}

int panic(lua_State*) { std::abort(); }

int run_protected(lua_State* lua) {
  return guarded(lua, [](lua_State* lua) {
    auto* f = static_cast<const std::function<void(lua_State*)>*>(lua_touserdata(lua, 1));
    (*f)(lua);
    return 0;
  });
}

}  // namespace

void protect(State& state, const std::function<void(lua_State*)>& f) {
  Running running(state);
  lua_State* lua = state.lua();
  if (lua_checkstack(lua, 8) == 0) throw Error(Code::limit, "calls nest too deep");
  lua_pushcfunction(lua, on_error);
  int handler = lua_gettop(lua);
  lua_pushcfunction(lua, run_protected);
  lua_pushlightuserdata(lua, const_cast<std::function<void(lua_State*)>*>(&f));
  int status = lua_pcall(lua, 1, 0, handler);
  if (status == LUA_OK) return lua_settop(lua, handler - 1);
  Error error = error_at(lua, -1);
  lua_settop(lua, handler - 1);
  throw error;
}

State::State(std::function<void(std::string_view)> write) : inside_(std::make_unique<Inside>()) {
  inside_->write = std::move(write);
  inside_->references->state = this;
  inside_->lua = lua_newstate(allocate, inside_.get());
  if (inside_->lua == nullptr) throw Error(Code::memory, "no memory for a Lua state");
  lua_atpanic(inside_->lua, panic);
  *static_cast<State**>(lua_getextraspace(inside_->lua)) = this;
  protect(*this, [this](lua_State* lua) {
    make_metatables(lua, *inside_);
    make_runtime(lua, *inside_);
  });
  add(vm_builtins());
}

State::~State() = default;

State::Inside::~Inside() {
  end_timer(stopper);
  while (stopper.in_flight.load() != 0) std::this_thread::yield();
  {
    std::lock_guard lock(references->mutex);
    references->state = nullptr;
  }
  if (limits.memory_bytes != 0) host_space().set_limit(0);
  limits = {};
  fail_at = 0;
  if (lua != nullptr) lua_close(lua);
}

lua_State* State::lua() const { return inside_->lua; }
State& State::of(lua_State* lua) { return state_of(lua); }
Operators& State::operators() { return inside_->operators; }

namespace {

FunctionInfo info_of(const Builtin& builtin) {
  FunctionInfo info = {.name = std::string(builtin.name),
                       .is_proc = builtin.purity == Purity::host};
  std::vector<std::string> names;
  for (const Param& param : builtin.params) {
    FunctionInfo::Parameter p = {.name = std::string(param.name),
                                 .has_default = !param.fallback.empty(),
                                 .is_inout = param.type.starts_with("inout "),
                                 .draws = draws_from(param),
                                 .is_rest = param.type.starts_with("...")};
    names.push_back(str(p.is_inout  ? "inout "
                        : p.is_rest ? "..."
                                    : "",
                        param.name, p.has_default ? str(" = ", param.fallback) : std::string()));
    info.params.push_back(std::move(p));
  }
  info.doc = std::string(builtin.brief);
  info.signature = str(builtin.name, "(", join(names), ")");
  return info;
}

// B["nn.gelu"] = f, and nn.gelu = f in the module table B["nn"].
void register_builtin(lua_State* lua, State::Inside& inside, const Builtin& builtin) {
  lua_rawgeti(lua, LUA_REGISTRYINDEX, inside.functions);
  int all = lua_gettop(lua);
  push_builtin(lua, inside, builtin);
  lua_pushlstring(lua, builtin.name.data(), builtin.name.size());
  lua_pushvalue(lua, -2);
  lua_rawset(lua, all);
  size_t dot = builtin.name.rfind('.');
  if (dot == std::string_view::npos) return lua_settop(lua, all - 1);
  std::string module(builtin.name.substr(0, dot));
  if (lua_getfield(lua, all, module.c_str()) == LUA_TNIL) {
    lua_pop(lua, 1);
    lua_newtable(lua);
    push_new_module(lua, inside.tags.emplace_back(Tag{.what = What::module, .name = module}));
    lua_setmetatable(lua, -2);
    lua_pushvalue(lua, -1);
    lua_setfield(lua, all, module.c_str());
  }
  std::string_view last = builtin.name.substr(dot + 1);
  lua_pushlstring(lua, last.data(), last.size());
  lua_pushvalue(lua, all + 1);
  lua_rawset(lua, -3);
  lua_settop(lua, all - 1);
}

}  // namespace

void State::add(std::span<const Builtin* const> builtins) {
  protect(*this, [&](lua_State* lua) {
    for (const Builtin* builtin : builtins) {
      inside_->builtins[std::string(builtin->name)] = builtin;
      register_builtin(lua, *inside_, *builtin);
    }
  });
}

const Builtin* State::builtin(std::string_view name) const {
  auto found = inside_->builtins.find(name);
  return found == inside_->builtins.end() ? nullptr : found->second;
}

std::vector<const Builtin*> State::builtins() const {
  std::vector<const Builtin*> out;
  for (const auto& [name, builtin] : inside_->builtins) out.push_back(builtin);
  return out;
}

int State::add_source(Source source) {
  inside_->sources.push_back(std::move(source));
  return static_cast<int>(inside_->sources.size()) - 1;
}

std::span<const Source> State::sources() const { return inside_->sources; }

void State::set_prompt(int module) { inside_->prompt = module; }
int64_t State::epoch() const { return inside_->epoch; }

void State::define_anew(std::string_view name) {
  ++inside_->epochs[std::string(name)];
  ++inside_->epoch;
}

int64_t State::epoch(std::string_view name) const {
  auto found = inside_->epochs.find(name);
  return found == inside_->epochs.end() ? 0 : found->second;
}

void State::set_tracing(int depth) {
  tracing = depth;
  lua_State* lua = inside_->lua;
  lua_rawgeti(lua, LUA_REGISTRYINDEX, inside_->tracing_flag);
  lua_pushboolean(lua, depth > 0);
  lua_rawseti(lua, -2, 1);
  lua_pushboolean(lua, depth > 0);
  lua_setfield(lua, -2, "on");
  lua_pop(lua, 1);
}

void State::begin_trace(std::string_view transform, const FunctionInfo& function) {
  int depth = inside_->lua == nullptr ? 0 : depth_of(inside_->lua);
  inside_->traces.push_back({transform, &function, current_span(), depth});
}

void State::end_trace() { inside_->traces.pop_back(); }

void push_builtin(lua_State* lua, State::Inside& inside, const Builtin& builtin) {
  const FunctionInfo& info = inside.builtin_infos.emplace_back(info_of(builtin));
  inside.info_of_builtin[&builtin] = &info;
  lua_pushlightuserdata(lua, const_cast<Builtin*>(&builtin));
  lua_pushlightuserdata(lua, const_cast<FunctionInfo*>(&info));
  lua_pushcclosure(lua, call_builtin, 2);
}

}  // namespace rille
