// Own: of many places, those of one thread's share.
#pragma once

#include <cstdint>

namespace rille {

// Loops over places of elements, for an instruction set.
struct PlaceLoops {
  // index[i], no less than 0 and less than extent.
  void (*clamp)(const int32_t* index, int64_t count, int32_t extent, int32_t* places);

  // Those that lie in [begin, begin + size), and what stands beside them, in their order; how many
  // there are. Room for `count` of them and 16 more.
  int64_t (*own)(const int32_t* places, const uint32_t* beside, int64_t count, uint32_t begin,
                 uint32_t size, uint32_t* own_places, uint32_t* own_beside);
};

const PlaceLoops& place_loops();  // of this machine

}  // namespace rille
