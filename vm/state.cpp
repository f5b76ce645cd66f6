// State: creation, builtins, and sources.
#include "vm/state.h"

#include <lua5.4/lauxlib.h>

#include <algorithm>
#include <cstdlib>
#include <thread>

#include "vm/bind/glue.h"
#include "vm/calling.h"
#include "vm/run/observer.h"
#include "vm/run/running.h"
#include "vm/runtime/library.h"
#include "vm/runtime/metamethods.h"
#include "vm/runtime/raw.h"
#include "vm/state/nested.h"
#include "vm/state/stop.h"
#include "vm/state/sweep.h"
#include "vm/value/remains.h"

namespace rille {
namespace {

// Whether an allocation of Lua would exceed the memory limit. The slack lets finalizers run when
// arrays use all memory.
bool is_over(const Account& account, int64_t more) {
  constexpr int64_t slack = 1 << 20;
  int64_t wanted = account.lua + more;
  bool over = wanted > account.most() || wanted + account.held() > account.most() + slack;
  return account.limit > 0 && over;
}

// A failed allocation makes Lua collect all garbage and retry. If that frees almost nothing several
// times in a row, the run would continue for minutes before it runs out of memory: it is ended now.
void* refuse(State::Internals& inside, int64_t more) {
  constexpr int64_t little = 256 << 10;
  constexpr int patience = 4;
  Span at = span_now(inside);  // empty if the stack is already unwound
  if (!at.empty()) inside.starved = at;
  bool is_second_try = inside.since_refused == 0;
  if (more >= little || is_second_try) return nullptr;
  inside.refused = inside.since_refused < little ? inside.refused + 1 : 0;
  inside.since_refused = 0;
  if (inside.refused < patience) return nullptr;
  inside.refused = 0;
  deliver(inside.stopper, StopReason::memory);
  return nullptr;
}

// Each call that is deeper than all before allocates a small block. So calls are counted only after
// as many blocks were allocated as calls are still allowed.
void count_depth(State::Internals& inside) {
  int64_t limit = inside.limits.depth, least = limit / 64 + 16;
  int64_t left = limit - depth_of(inside);
  if (left < 0) deliver(inside.stopper, StopReason::depth);
  inside.until_depth = std::max(left, least);
}

// Whether the allocation of a large block may fail because of a stop: Lua then collects all objects
// once more, which for many objects would take longer than the allocation.
bool hears_stops(const State::Internals& inside) {
  constexpr int64_t few = 32 << 20;  // bytes
  return inside.account->lua - inside.blocks.big_bytes() < few;
}

// The allocator of Lua, which counts the bytes.
void* allocate(void* owner, void* block, size_t old_size, size_t size) {
  auto& inside = *static_cast<State::Internals*>(owner);
  if (block == nullptr) old_size = 0;  // Lua passes the kind of the object
  int64_t more = static_cast<int64_t>(size) - static_cast<int64_t>(old_size);
  if (size == 0) {
    inside.blocks.free(block, old_size);
    inside.account->lua += more;
    return nullptr;
  }
  if (block == nullptr && size <= 128 && --inside.until_depth <= 0) count_depth(inside);
  if (more > 0) {
    if (refused([&] { return is_over(*inside.account, more); })) return refuse(inside, more);
    bool fails = inside.fail_at == 1;
    if (inside.fail_at > 0) --inside.fail_at;
    if (fails) {
      inside.fail_at = inside.fail_on ? 1 : 0;
      return nullptr;
    }
  }
  void* out = inside.blocks.resized(block, old_size, size, hears_stops(inside));
  if (out == nullptr) return refuse(inside, more);
  inside.account->lua += more;
  inside.since_refused += more;
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

void protected_call(State& state, lua_CFunction f, void* with) {
  RunScope running(state);
  LuaThreadScope nested(state);
  BuiltinCallScope none(nullptr);
  lua_State* lua = state.lua();
  lua_pushcfunction(lua, on_error);
  int handler = lua_gettop(lua);
  lua_pushcfunction(lua, f);
  lua_pushlightuserdata(lua, with);
  int status = lua_pcall(lua, 1, 0, handler);
  if (status == LUA_OK) return lua_settop(lua, handler - 1);
  Error error = error_at(lua, -1);
  lua_settop(lua, handler - 1);
  throw error;
}

void protect(State& state, const std::function<void(lua_State*)>& f) {
  protected_call(state, run_protected, const_cast<std::function<void(lua_State*)>*>(&f));
}

State::State(std::function<void(std::string_view)> write)
    : inside_(std::make_unique<Internals>()), observers_(std::make_shared<Observers>()) {
  inside_->write = std::move(write);
  inside_->references->state = this;
  if (!signals_wanted()) inside_->stopper.signals = false;
  inside_->account->limit = host_space().limit();
  inside_->main = lua_newstate(allocate, inside_.get());
  inside_->lua = inside_->main;
  if (inside_->lua == nullptr) throw Error(Code::memory, "not enough memory for a Lua state");
  lua_atpanic(inside_->lua, panic);
  *static_cast<State**>(lua_getextraspace(inside_->lua)) = this;
  protect(*this, [this](lua_State* lua) {
    make_metatables(lua, *inside_);
    make_runtime(lua, *inside_);
  });
  add(vm_builtins());
  observers_->set_on_layers([this] { set_flags(); });
}

State::~State() { observers_->set_on_layers({}); }

State::Internals::~Internals() {
  set_timer(stopper, 0);
  if (sample_timer != nullptr) sample_timer->stop();
  while (stopper.in_flight.load() != 0) std::this_thread::yield();
  references->state = nullptr;
  references->held.clear();
  account->limit = 0;
  fail_at = 0;
  lua = nullptr;
  if (main != nullptr) lua_close(main);
}

lua_State* State::lua() const { return inside_->lua; }
State& State::of(lua_State* lua) { return state_of(lua); }
Operators& State::operators() { return inside_->operators; }
void State::need_value(const Array& array) const { observers().tell(event::ValueRequest{array}); }

namespace {

auto place_of(std::vector<NamedBuiltin>& all, std::string_view name) {
  return std::ranges::lower_bound(all, name, {}, &NamedBuiltin::first);
}

}  // namespace

// Lua creates builtins on demand (vm/runtime/library.cpp).
void State::add(std::span<const Builtin* const> builtins) {
  auto& all = inside_->builtins;
  for (const Builtin* builtin : builtins) {
    NamedBuiltin named(builtin->name(), builtin);
    auto at =
        all.empty() || all.back().first < named.first ? all.end() : place_of(all, named.first);
    if (at != all.end() && at->first == named.first) {
      *at = named;
    } else {
      all.insert(at, named);
    }
  }
  protect(*this, [&](lua_State* lua) { renew_functions(lua, builtins); });
}

const Builtin* State::builtin(std::string_view name) const {
  auto found = place_of(inside_->builtins, name);
  bool is_there = found != inside_->builtins.end() && found->first == name;
  return is_there ? found->second : nullptr;
}

std::vector<const Builtin*> State::builtins() const {
  std::vector<const Builtin*> out;
  for (const auto& [name, builtin] : inside_->builtins) out.push_back(builtin);
  return out;
}

int State::add_source(Source source) {
  constexpr size_t rest = 1024;  // by then, no error refers to a dropped source
  Internals& in = *inside_;
  sweep(*this, source.text.size());
  size_t file = in.sources.size();
  if (in.lost_sources.size() > rest) {
    file = static_cast<size_t>(in.lost_sources.front());
    in.lost_sources.pop_front();
  } else {
    in.source_ages.reserve(file + 1);
    in.sources.emplace_back();
    in.source_ages.emplace_back();
    in.source_charges.emplace_back();
  }
  in.source_charges[file] = Charge(source.text.size());
  in.sources[file] = std::move(source);
  in.source_ages[file] = {++in.sources_made, false};
  return static_cast<int>(file);
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
  set_flags();
}

// Sets the flags that emitted text reads: whether operations are recorded, and whether a method
// must enter its layer and report the call.
void State::set_flags() {
  lua_State* lua = inside_->lua;
  bool tells = observers().want(Topic::layer);
  if (!tells) inside_->layers.held.clear();
  auto set = [lua](const char* name, bool value) {
    lua_pushboolean(lua, static_cast<int>(value));
    lua_setfield(lua, -2, name);
  };
  lua_rawgeti(lua, LUA_REGISTRYINDEX, inside_->tracing_flag);
  lua_pushboolean(lua, static_cast<int>(tracing > 0));
  lua_rawseti(lua, -2, 1);
  set("on", tracing > 0);
  set("tells", tells);
  set("enter", tells || tracing > 0);
  lua_pop(lua, 1);
}

void State::begin_trace(std::string_view transform, const FunctionInfo& function) {
  inside_->traces.push_back({transform, &function, current_span(), depth_of(*inside_)});
  observers().tell(event::TraceBegin{transform, function});
}

void State::end_trace() {
  observers().tell(event::TraceEnd{});
  inside_->traces.pop_back();
  if (inside_->traces.empty()) forget_paths(*inside_);
}

void push_builtin(lua_State* lua, const Builtin& builtin) {
  inside_of(lua).records.insert(&builtin);
  lua_pushlightuserdata(lua, const_cast<Builtin*>(&builtin));
  lua_pushcclosure(lua, call_builtin, 1);
}

}  // namespace rille
