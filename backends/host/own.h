// Own: selects the positions in the share of a thread.
#pragma once

#include <cstdint>

namespace rille {

// Loops over positions of elements, for one instruction set.
struct IndexLoops {
  // Clamps index[i] to 0 … extent - 1.
  void (*clamp)(const int32_t* index, int64_t count, int32_t extent, int32_t* places);

  // Selects the positions in [begin, begin + size), with the corresponding elements of `beside`, in
  // order, and returns their number. The outputs need room for `count` + 16 elements.
  int64_t (*own)(const int32_t* places, const uint32_t* beside, int64_t count, uint32_t begin,
                 uint32_t size, uint32_t* own_places, uint32_t* own_beside);
};

const IndexLoops& place_loops();  // for this CPU

}  // namespace rille
