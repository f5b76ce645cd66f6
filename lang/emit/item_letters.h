// The letters by which emitted text describes items.
#pragma once

#include "lang/ast.h"
#include "vm/contract.h"

namespace rille::lang {

inline char letter(ItemKind kind) { return static_cast<char>(kind); }

// The letter of an item in a call or a literal. `held` is true for a variable that must keep its
// value if the call raises.
inline char letter_of(const Item& item, bool held = false) {
  bool is_named = !item.word.empty();
  if (item.kind == Item::spread) return letter(ItemKind::spread);
  if (item.kind == Item::plain) return letter(is_named ? ItemKind::named : ItemKind::plain);
  if (held) return letter(is_named ? ItemKind::held_named_place : ItemKind::held_place);
  return letter(is_named ? ItemKind::named_place : ItemKind::place);
}

}  // namespace rille::lang
