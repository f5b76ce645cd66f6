// disk_cache: a stream whose items stay in a folder.
#pragma once

#include <string>

#include "vm/stream.h"

namespace rille {

// data.cache with a folder; `chunk`: how many items a file of it holds.
Value disk_cache(State& state, Stream source, std::string folder, int64_t chunk);

}  // namespace rille
