// Freed: how malloc handles freed small blocks.
#pragma once

namespace rille {

// From now on, freed small blocks are merged with their neighbors at once. glibc defers that to a
// later call: after millions of blocks, that call takes half a second, without polling. For
// processes of Rille; in the process of a host, only values of stopped work are dropped in this
// way.
void join_freed_blocks() noexcept;

}  // namespace rille
