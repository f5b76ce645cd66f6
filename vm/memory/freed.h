// Freed: what malloc does with small blocks that come back.
#pragma once

namespace rille {

// From now on small blocks that are freed meet their neighbours at once. glibc leaves that to some
// later call: behind millions of them that one call takes half a second, in which no stop is heard.
// For a process that is ours; in a host's, only what a stop left behind is dropped so.
void join_freed_blocks() noexcept;

}  // namespace rille
