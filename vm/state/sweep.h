// Sweep: drops chunks and sources after their last function.
#pragma once

#include "vm/state/inside.h"

namespace rille {

// Drops what no function, record, or struct needs: chunks, their sources, structs of scripts, and
// layouts. It walks all objects of Lua, so it runs only after enough text was loaded or enough
// structs were created; collect() also calls it, if there were any. Sources are dropped only at the
// outermost level of a run, since a source that is being read has no chunk yet.
void sweep(State& state, size_t loading);

// The number in "=#12", the Lua source name of a chunk; an unused number for any other name.
size_t chunk_number(const char* source);

// The chunk of the function in a slot, or of the method `call` of the instance there; null if there
// is none.
std::shared_ptr<const LoadedChunk> loaded_at(lua_State* lua, int slot);

}  // namespace rille
