// Layouts: the forms of records and structs, interned.
#include <lua5.4/lauxlib.h>

#include <algorithm>

#include "vm/runtime/metamethods.h"
#include "vm/runtime/raw.h"

namespace rille {

const Layout* State::layout(std::vector<std::string> sorted_names, const StructType* type) {
  auto key = std::make_pair(type, std::move(sorted_names));
  auto found = inside_->layout_at.find(key);
  if (found != inside_->layout_at.end()) return found->second;
  RILLE_CHECK(std::ranges::is_sorted(key.second), "the names of a layout are sorted");
  Layout& layout = inside_->layouts.emplace_back();
  layout.names = key.second;
  layout.type = type;
  Tag& tag = inside_->tags.emplace_back(Tag{.what = What::record, .layout = &layout});
  protect(*this, [&](lua_State* lua) {
    push_new_layout(lua, tag);
    layout.metatable = luaL_ref(lua, LUA_REGISTRYINDEX);
  });
  inside_->layout_at.emplace(std::move(key), &layout);
  return &layout;
}

const Layout* State::layout_of_table(int slot) const { return layout_at(inside_->lua, slot); }

StructType* State::new_struct(std::string name, std::vector<std::string> order,
                              std::vector<std::string> state) {
  return &inside_->structs.emplace_back(
      StructType{std::move(name), std::move(order), std::move(state), 0});
}

}  // namespace rille
