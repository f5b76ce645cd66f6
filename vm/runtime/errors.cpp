// Errors as Lua objects, and Lua's own texts as errors.
#include <cstdlib>

#include "vm/runtime/raw.h"

namespace rille {
namespace {

void push_error(lua_State* lua, Error error) {
  void* memory = lua_newuserdatauv(lua, sizeof(ErrorBox), 0);
  auto* box = new (memory) ErrorBox{{&error_tag}, nullptr};
  lua_rawgeti(lua, LUA_REGISTRYINDEX, inside_of(lua).error_meta);
  lua_setmetatable(lua, -2);
  box->error = new Error(std::move(error));  // NOLINT(bugprone-throw-keyword-missing): Lua keeps it
}

// Lua says "#12:34: what"; the place is found better by State::place.
std::string_view without_place(std::string_view text) {
  if (!text.starts_with('#')) return text;
  size_t colon = text.find(": ");
  return colon == std::string_view::npos ? text : text.substr(colon + 2);
}

// "stack overflow" of frames and "C stack overflow" of builtins that call functions.
Error too_deep(lua_State* lua, std::string_view said) {
  int depth = depth_of(lua);
  bool is_native = said.find("C stack") != std::string_view::npos;
  if (is_native && !inside_of(lua).traces.empty()) {
    return Error(Code::limit, "calls nest deeper than 200 levels while tracing")
        .note(
            "both branches of a traced condition are traced: recursion ends by known values only");
  }
  if (is_native) {
    return {Code::limit, str("calls nest deeper than 200 levels of functions that call functions")};
  }
  int limit = inside_of(lua).limits.depth;
  return {Code::limit, str("calls nest deeper than ", depth > limit ? limit : depth, " levels")};
}

Error starved(const State::Inside& inside) {
  int64_t limit = inside.limits.memory_bytes;
  if (limit == 0) return {Code::memory, "out of memory"};
  bool is_large = limit >= 10'000'000;
  std::string most = is_large ? str(limit / 1'000'000, " MB") : str(limit, " bytes");
  return {Code::memory, str("the limit of ", most, " of memory is reached"), inside.starved};
}

Error translated(lua_State* lua, std::string_view text) {
  std::string_view said = without_place(text);
  auto says = [&](std::string_view part) { return said.find(part) != std::string_view::npos; };
  if (says("stack overflow")) return too_deep(lua, said);
  if (says("error in error handling")) return {Code::limit, "calls nest too deep"};
  if (says("not enough memory")) return starved(inside_of(lua));
  if (says("length overflow") || says("too large")) return {Code::memory, "out of memory"};
  if (says("'n//0'") || says("'n%%0'")) return {Code::value, "division by zero"};
  if (says("attempt to compare")) return {Code::type, std::string(said)};
  if (says("'for' ")) return {Code::type, std::string(said)};
  return {Code::bug, str("Lua says: ", said)};
}

}  // namespace

// How many calls are open, by doubling and halving: lua_getstack walks from the top each time.
int depth_of(lua_State* lua) {
  lua_Debug frame;
  int low = 0, high = 1;
  while (lua_getstack(lua, high, &frame) != 0) {
    low = high;
    high *= 2;
  }
  while (high - low > 1) {
    int middle = low + (high - low) / 2;
    (lua_getstack(lua, middle, &frame) != 0 ? low : high) = middle;
  }
  return low;
}

void raise(lua_State* lua, Error error) {
  push_error(lua, std::move(error));
  lua_error(lua);
  std::abort();  // lua_error does not return
}

Error error_at(lua_State* lua, int slot) {
  Box* box = box_at(lua, slot);
  if (box != nullptr && box->tag == &error_tag) return *static_cast<ErrorBox*>(box)->error;
  size_t size = 0;
  const char* text = lua_type(lua, slot) == LUA_TSTRING ? lua_tolstring(lua, slot, &size) : "?";
  return translated(lua, {text, size});
}

// Runs where the error was raised, before the stack unwinds.
int on_error(lua_State* lua) {
  Box* box = box_at(lua, 1);
  if (box == nullptr || box->tag != &error_tag) {
    push_error(lua, error_at(lua, 1));
    lua_replace(lua, 1);
    box = box_at(lua, 1);
  }
  Error& error = *static_cast<ErrorBox*>(box)->error;
  if (!error.placed()) state_of(lua).place(error, 1);
  lua_settop(lua, 1);
  return 1;
}

}  // namespace rille
