// disk_cache: a stream whose items are cached in a directory.
#pragma once

#include <string>

#include "vm/stream.h"

namespace rille {

// data.cache with a directory. `chunk` is the number of items in each file.
Value disk_cache(State& state, Stream source, std::string folder, int64_t chunk);

}  // namespace rille
