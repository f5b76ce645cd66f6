// ItemKind: how an item of a call or a literal is written.
#pragma once

namespace rille {

// The emitted text tells the run-time library of its items by a string, a letter each. Lua code of
// the library finds the first three as R.PLAIN, R.NAMED and R.SPREAD.
enum class ItemKind : char {
  plain = 'p',
  named = 'n',   // w = e
  spread = 's',  // ...e
  // A var that stands bare, which no `inout` parameter may get; and in a call whose value goes any
  // name, which none but a key may.
  bare = 'b',
  named_bare = 'B',
  dropped = 'd',
  named_dropped = 'D',
  // Places. Those that are held keep their old value where the call raises.
  place = '&',
  named_place = '%',
  held_place = '!',
  held_named_place = '?',
};

}  // namespace rille
