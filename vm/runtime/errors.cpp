// Errors as Lua objects, and Lua messages as errors.
#include <cstdlib>
#include <new>

#include "vm/runtime/raw.h"
#include "vm/state/nested.h"

namespace rille {
namespace {

void push_error(lua_State* lua, Error error) {
  void* memory = lua_newuserdatauv(lua, sizeof(ErrorBox), 0);
  auto* box = new (memory) ErrorBox{{&error_tag}, nullptr};
  lua_rawgeti(lua, LUA_REGISTRYINDEX, inside_of(lua).error_meta);
  lua_setmetatable(lua, -2);
  box->error = new (std::nothrow) Error(std::move(error));  // owned by Lua
}

// Removes the position of a Lua message "#12:34: what": State::place finds a more precise one.
std::string_view without_place(std::string_view text) {
  if (!text.starts_with('#')) return text;
  size_t colon = text.find(": ");
  return colon == std::string_view::npos ? text : text.substr(colon + 2);
}

// The error for too many Lua frames, or too many C functions between them.
Error too_deep(lua_State* lua) {
  return {Code::limit,
          str("maximum recursion depth of ", depth_of(inside_of(lua)), " calls exceeded")};
}

Error starved(State::Internals& inside) {
  inside.refused = 0;
  int64_t limit = inside.limits.memory_bytes;
  if (limit == 0) return {Code::memory, "out of memory"};
  return {Code::memory, str("memory limit of ", amount(limit), " exceeded"), inside.starved};
}

// The error for a failed allocation, which may also be a large block that a stop prevented
// (LuaBlocks).
Error refused_memory(lua_State* lua) {
  State& state = state_of(lua);
  State::Internals& inside = inside_of(lua);
  StopReason why = inside.stopper.stop.load();
  if (why != StopReason::interrupt && why != StopReason::wall && why != StopReason::cpu)
    return starved(inside);
  inside.refused = 0;
  try {
    state.poll();
  } catch (const Error& stop) {
    return {stop.code(), std::string(stop.what()), inside.starved};
  }
  return starved(inside);
}

Error translated(lua_State* lua, std::string_view text) {
  std::string_view said = without_place(text);
  auto says = [&](std::string_view part) { return said.find(part) != std::string_view::npos; };
  if (says("stack overflow")) return too_deep(lua);
  if (says("error in error handling")) return {Code::limit, "maximum recursion depth exceeded"};
  if (says("not enough memory")) return refused_memory(lua);
  if (says("length overflow") || says("too large")) return {Code::memory, "out of memory"};
  if (says("'n//0'") || says("'n%%0'")) return {Code::value, "division by zero"};
  if (says("attempt to compare")) return {Code::type, std::string(said)};
  if (says("'for' ")) return {Code::type, std::string(said)};
  return {Code::bug, str("error in Lua: ", said)};
}

}  // namespace

void raise(lua_State* lua, Error error) {
  push_error(lua, std::move(error));
  lua_error(lua);
  std::abort();  // lua_error does not return
}

Error error_at(lua_State* lua, int slot) {
  Box* box = box_at(lua, slot);
  if (box != nullptr && box->tag == &error_tag) {
    const Error* error = static_cast<ErrorBox*>(box)->error;
    return error != nullptr ? *error : Error(Code::memory, "out of memory");
  }
  size_t size = 0;
  const char* text = lua_type(lua, slot) == LUA_TSTRING ? lua_tolstring(lua, slot, &size) : "?";
  return translated(lua, {text, size});
}

namespace {

int give_place(lua_State* lua) {
  Box* box = box_at(lua, 1);
  if (box == nullptr || box->tag != &error_tag) {
    push_error(lua, error_at(lua, 1));
    lua_replace(lua, 1);
    box = box_at(lua, 1);
  }
  Error* error = static_cast<ErrorBox*>(box)->error;
  if (error != nullptr && !error->placed()) state_of(lua).place(*error, 1);
  lua_settop(lua, 1);
  return 1;
}

}  // namespace

// Runs where the error was raised, before the stack is unwound. If memory is short, the error is
// left without its position.
int on_error(lua_State* lua) {
  try {
    return give_place(lua);
  } catch (const std::exception&) {  // C++ exceptions must not pass through Lua
    lua_settop(lua, 1);
    return 1;
  }
}

}  // namespace rille
