// Sweep: chunks and sources go with their last function.
#pragma once

#include "vm/state/inside.h"

namespace rille {

// Drops what no function, record or struct needs any more: chunks, the texts that they came from,
// structs that scripts defined and their layouts. It walks all of Lua's objects, so it does so when
// as much was loaded, or as many structs were made, as is worth the walk; collect() does so too, if
// there was any of it. Texts go from the outermost level of a run only: one that is being read has
// no chunk yet.
void sweep(State& state, size_t loading);

// The number in "=#12", the Lua source name of a chunk; of anything else one that no chunk has.
size_t chunk_number(const char* source);

// The chunk of the function in a slot, or of the method that calls the instance there; null where
// there is none.
std::shared_ptr<const Loaded> loaded_at(lua_State* lua, int slot);

}  // namespace rille
