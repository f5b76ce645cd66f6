// Chunks and modules: loading Lua text as functions.
#include <lua5.4/lauxlib.h>

#include <algorithm>

#include "vm/runtime/metamethods.h"
#include "vm/runtime/pieces.h"
#include "vm/runtime/raw.h"
#include "vm/state/sweep.h"

namespace rille {
namespace {

// K: f0, f1, … function infos, l0, l1, … metatables of layouts, [1], [2], … constants.
void push_constants(lua_State* lua, State& state, const LoadedChunk& chunk) {
  lua_newtable(lua);
  for (size_t i = 0; i < chunk.functions.size(); ++i) {
    lua_pushlightuserdata(lua, const_cast<FunctionInfo*>(&chunk.functions[i]));
    lua_setfield(lua, -2, str("f", i).c_str());
  }
  for (size_t i = 0; i < chunk.text.layouts.size(); ++i) {
    push_layout(lua, *state.layout(chunk.text.layouts[i]));
    lua_setfield(lua, -2, str("l", i).c_str());
  }
  for (size_t i = 0; i < chunk.text.constants.size(); ++i) {
    push_value(lua, chunk.text.constants[i]);
    lua_rawseti(lua, -2, static_cast<lua_Integer>(i) + 1);
  }
}

// The upvalues are the main function of the chunk, M, and K.
int run_chunk(lua_State* lua) {
  State::Internals& inside = inside_of(lua);
  lua_pushvalue(lua, lua_upvalueindex(1));
  lua_rawgeti(lua, LUA_REGISTRYINDEX, inside.runtime);
  lua_rawgeti(lua, LUA_REGISTRYINDEX, inside.functions);
  lua_pushvalue(lua, lua_upvalueindex(2));
  lua_pushvalue(lua, lua_upvalueindex(3));
  push_mark(lua, end_mark);
  push_mark(lua, absent_mark);
  lua_call(lua, 6, 1);
  return 1;
}

// Whether a message of Lua's compiler is about valid code that is too large for it.
bool is_too_large(std::string_view said) {
  for (std::string_view limit : {"too many", "too long", "overflow", "limit is"}) {
    if (said.find(limit) != said.npos) return true;
  }
  return false;
}

// Raises the error of a chunk that cannot be loaded: a message "#0:12: …", or for code that is
// nested too deeply an error from on_error.
[[noreturn]] void does_not_load(lua_State* lua, const LoadedChunk& chunk) {
  if (lua_type(lua, -1) != LUA_TSTRING) {
    Error error = error_at(lua, -1);
    if (error.code() == Code::memory) throw error;
    if (error.code() == Code::limit) {
      throw Error(Code::limit, "the source exceeds the maximum nesting depth of the VM");
    }
    throw Error(Code::limit, str("the source is too large for the VM: ", error.what()));
  }
  std::string_view said = lua_tostring(lua, -1);
  if (said == "not enough memory") throw Error(Code::memory, "out of memory");
  size_t colon = said.find(':');
  size_t line = colon != said.npos ? std::strtoul(said.data() + colon + 1, nullptr, 10) : 0;
  const std::vector<LineSpans>& lines = chunk.text.lines;
  Span span = line > 0 && line <= lines.size() ? lines[line - 1].span : Span();
  if (is_too_large(said)) {
    size_t text = said.find(": ", colon);
    std::string_view limit = said.substr(text == said.npos ? 0 : text + 2);
    limit = limit.substr(0, limit.find(" in "));
    throw Error(Code::limit, str("the source is too large for the VM: ", limit), span);
  }
  throw Error(Code::bug, str("emitted text does not load: ", said), span);
}

}  // namespace

namespace {

std::vector<int> files_of(const Chunk& chunk) {
  std::vector<int> out;
  auto add = [&](Span span) {
    if (!span.empty() && std::ranges::find(out, span.file) == out.end()) out.push_back(span.file);
  };
  for (const LineSpans& line : chunk.lines) add(line.span);
  for (const FunctionInfo& info : chunk.functions) add(info.span);
  return out;
}

}  // namespace

Function State::load(Chunk chunk, int module) {
  size_t index = inside_->next_chunk++;
  LoadedChunk& loaded = *(inside_->chunks[index] = std::make_shared<LoadedChunk>());
  loaded.files = files_of(chunk);
  loaded.text = std::move(chunk);
  for (FunctionInfo& info : loaded.text.functions) loaded.functions.push_back(std::move(info));
  for (size_t i = 0; i < loaded.text.function_lines.size(); ++i) {
    loaded.at_line[loaded.text.function_lines[i]] = static_cast<int>(i);
  }
  Function out;
  protect(*this, [&](lua_State* lua) {
    std::string name = str("=#", index);
    constexpr size_t most = 16 * 1024;
    int status = load_pieces(lua, {{loaded.text.lua}, most}, name.c_str(), "t");
    if (status != LUA_OK) does_not_load(lua, loaded);
    lua_pushnil(lua);
    lua_setupvalue(lua, -2, 1);  // _ENV: emitted text has no globals
    lua_rawgeti(lua, LUA_REGISTRYINDEX, inside_->modules.at(static_cast<size_t>(module)));
    push_constants(lua, *this, loaded);
    lua_pushcclosure(lua, run_chunk, 3);
    out = Function::at(*this, lua_gettop(lua));
    loaded.text.lua = {};
  });
  return out;
}

int State::new_module(std::string name) {
  std::vector<int>& modules = inside_->modules;
  auto free = std::ranges::find(modules, LUA_NOREF);
  if (free == modules.end()) free = modules.insert(free, LUA_NOREF);
  protect(*this, [&](lua_State* lua) {
    lua_newtable(lua);
    push_new_module(lua, name);
    lua_setmetatable(lua, -2);
    *free = luaL_ref(lua, LUA_REGISTRYINDEX);
  });
  return static_cast<int>(free - modules.begin());
}

void State::drop_module(int module) {
  int& reference = inside_->modules.at(static_cast<size_t>(module));
  luaL_unref(inside_->lua, LUA_REGISTRYINDEX, reference);
  reference = LUA_NOREF;
}

Value State::module_value(int module) const {
  Value out;
  protect(const_cast<State&>(*this), [&](lua_State* lua) {
    lua_rawgeti(lua, LUA_REGISTRYINDEX, inside_->modules.at(static_cast<size_t>(module)));
    out = value_at(lua, -1);
  });
  return out;
}

Value State::module_get(int module, std::string_view name) {
  Value out;
  protect(*this, [&](lua_State* lua) {
    lua_rawgeti(lua, LUA_REGISTRYINDEX, inside_->modules.at(static_cast<size_t>(module)));
    lua_pushlstring(lua, name.data(), name.size());
    lua_rawget(lua, -2);
    out = value_at(lua, -1);
  });
  return out;
}

void State::module_copy(int from, int to, std::string_view name) {
  protect(*this, [&](lua_State* lua) {
    lua_rawgeti(lua, LUA_REGISTRYINDEX, inside_->modules.at(static_cast<size_t>(to)));
    lua_rawgeti(lua, LUA_REGISTRYINDEX, inside_->modules.at(static_cast<size_t>(from)));
    lua_pushlstring(lua, name.data(), name.size());
    lua_pushvalue(lua, -1);
    lua_rawget(lua, -3);
    lua_settable(lua, -4);
  });
}

void State::module_set(int module, std::string_view name, const Value& value) {
  protect(*this, [&](lua_State* lua) {
    lua_rawgeti(lua, LUA_REGISTRYINDEX, inside_->modules.at(static_cast<size_t>(module)));
    lua_pushlstring(lua, name.data(), name.size());
    push_value(lua, value);
    lua_settable(lua, -3);
  });
}

}  // namespace rille
