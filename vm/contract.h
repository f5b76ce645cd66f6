// The rows of vm/contract.def in C++.
#pragma once

#include <string>
#include <string_view>

namespace rille {

enum class ItemKind : char {
#define ITEM_KIND(name, LUA, letter) name = letter,
#include "vm/contract.def"
};

enum class LeaveCode : int {
#define LEAVE_CODE(name, LUA, number) name = number,
#include "vm/contract.def"
};

// name_key is the key itself, name_index what stands behind a table's name in text of Lua.
#define TABLE_KEY(name, LUA, text)                     \
  inline constexpr std::string_view name##_key = text; \
  inline constexpr std::string_view name##_index = "[" #text "]";
#include "vm/contract.def"

// The constants as a line of Lua without its end.
std::string contract_text();

}  // namespace rille
