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

// name_key is the key, name_index the index expression after the name of a table in Lua text.
#define TABLE_KEY(name, LUA, text)                     \
  inline constexpr std::string_view name##_key = text; \
  inline constexpr std::string_view name##_index = "[" #text "]";
#include "vm/contract.def"

// The constants as a line of Lua, without a newline.
std::string contract_text();

}  // namespace rille
