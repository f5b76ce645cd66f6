// Creates structs of the library in a State.
#include <lua5.4/lauxlib.h>

#include <algorithm>

#include "vm/runtime/raw.h"
#include "vm/struct/check.h"

namespace rille {
namespace {

bool takes_dtype(const Annotation& type) {
  return type.is_word("dtype") || std::ranges::any_of(type.parts, takes_dtype);
}

// The constructor: checks the fields and returns an instance.
Value constructed(const Struct& record, const Layout* layout, Values args) {
  const Signature& maker = record.typed().maker;
  NamedSizes sizes;
  Values items(layout->names.size());
  args.resize(maker.params.size(), MissingArgument());
  for (size_t i = 0; i < maker.params.size(); ++i) {
    fill_in(maker.params[i], args[i]);
    check_value(maker, i, args[i], sizes, ArgumentLabel::yes);
    // A dtype is stored by its name, in whichever of its two forms it was passed.
    bool is_dtype = args[i].is_function() && takes_dtype(maker.params[i].type);
    if (is_dtype) args[i] = Value(args[i].function().info().name);
    items[static_cast<size_t>(layout->find(maker.params[i].name))] = std::move(args[i]);
  }
  return Value::branch(layout, std::move(items));
}

// A method as a function. In `layer(x)`, instead of `layer.call(x)`, the call has no self in front,
// so errors about argument 1 refer to the first argument of the call. Such a call drops the changed
// self, so no Lua tables are created for it; `layer!(x)` uses the method.
Function method_function(State& state, const Struct& record, size_t at, bool shows_self) {
  const StructMethod& method = record.methods.begin()[at];
  const auto& params = record.typed().methods[at].params;
  auto is_inout = [](const Signature::Parameter& p) { return p.is_inout; };
  bool is_self_alone = method.changes_self && std::ranges::count_if(params, is_inout) == 1;
  auto run = [&state, &record, at, shows_self, is_self_alone](const Captures&, Values args) {
    if (shows_self) return call_method(state, record, at, std::move(args));
    try {
      Values out = call_method(state, record, at, std::move(args));
      if (is_self_alone) out.resize(1);
      return out;
    } catch (Error& error) {
      throw std::move(error).without_self();
    }
  };
  return make_native(state, record.typed().methods[at].info, run, {.prototype = &method});
}

StructType* new_type(State& state, const Struct& record) {
  const Struct::ParsedStruct& typed = record.typed();
  std::vector<std::string> order;
  for (const auto& p : typed.maker.params) order.push_back(p.name);
  StructType* type =
      state.new_struct(std::string(record.name), order, typed.state, typed.constants);
  type->record = &record;
  type->is_stream = record.open != nullptr;
  size_t at = 0;
  for (const StructMethod& method : record.methods) {
    std::string_view name = method.head.substr(0, method.head.find('('));
    state.set_method(type, name, method_function(state, record, at++, true));
  }
  return type;
}

// The value of the struct in scripts: the same table as vm/runtime/structs.cpp makes for structs of
// scripts.
int structure_reference(State& state, const Struct& record, const Layout* layout) {
  auto make = [&record, layout](const Captures&, Values args) -> Values {
    return {constructed(record, layout, std::move(args))};
  };
  Function maker = make_native(state, record.typed().maker.info, make, {.prototype = &record});
  int reference = 0;
  protect(state, [&](lua_State* lua) {
    lua_newtable(lua);
    push_layout(lua, *layout);
    lua_setfield(lua, -2, "(layout)");
    push_function(lua, maker);
    lua_setfield(lua, -2, "(new)");
    lua_pushlightuserdata(lua, const_cast<FunctionInfo*>(&record.typed().maker.info));
    lua_setfield(lua, -2, "(info)");
    lua_rawgeti(lua, LUA_REGISTRYINDEX, inside_of(lua).structure_meta);
    lua_setmetatable(lua, -2);
    reference = luaL_ref(lua, LUA_REGISTRYINDEX);
  });
  return reference;
}

const LibraryStruct& made(State& state, const Struct& record) {
  auto& all = state.inside().library_structs;
  auto found = all.find(&record);
  if (found != all.end()) return found->second;
  StructType* type = new_type(state, record);
  std::vector<std::string> names = type->order;
  std::ranges::sort(names);
  const Layout* layout = state.layout(std::move(names), type);
  int call = find_method(record, "call");
  if (call >= 0) {
    Function f = method_function(state, record, static_cast<size_t>(call), false);
    protect(state, [&](lua_State* lua) {
      push_layout(lua, *layout);
      push_function(lua, f);
      lua_setfield(lua, -2, "__call");
    });
  }
  int reference = structure_reference(state, record, layout);
  return all.emplace(&record, LibraryStruct{layout, reference}).first->second;
}

}  // namespace

const Layout* State::layout_of_struct(const Struct& record) { return made(*this, record).layout; }

void State::add(std::span<const Struct* const> structs) {
  for (const Struct* record : structs) {
    inside_->struct_records.emplace(std::string(record->name), record);
  }
}

const Struct* State::struct_record(std::string_view name) const {
  auto found = inside_->struct_records.find(name);
  return found == inside_->struct_records.end() ? nullptr : found->second;
}

std::vector<const Struct*> State::structs() const {
  std::vector<const Struct*> out;
  for (const auto& [name, record] : inside_->struct_records) out.push_back(record);
  return out;
}

bool push_library_struct(lua_State* lua, std::string_view name) {
  State& state = state_of(lua);
  const Struct* record = state.struct_record(name);
  if (record == nullptr) return false;
  lua_rawgeti(lua, LUA_REGISTRYINDEX, made(state, *record).reference);
  return true;
}

}  // namespace rille
