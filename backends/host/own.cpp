// Sixteen places at once where the machine can pick lanes.
#include "backends/host/own.h"

#include <algorithm>

#include "jit/machine.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace rille {
namespace {

[[gnu::always_inline]] inline void clamp_inline(const int32_t* index, int64_t count, int32_t extent,
                                                int32_t* places) {
  for (int64_t i = 0; i < count; ++i) places[i] = std::clamp(index[i], 0, extent - 1);
}

int64_t own_baseline(const int32_t* places, const uint32_t* beside, int64_t count, uint32_t begin,
                     uint32_t size, uint32_t* own_places, uint32_t* own_beside) {
  int64_t kept = 0;
  for (int64_t i = 0; i < count; ++i) {
    auto place = static_cast<uint32_t>(places[i]);
    own_places[kept] = place;
    own_beside[kept] = beside[i];
    kept += int64_t{place - begin < size};
  }
  return kept;
}

constexpr PlaceLoops baseline{clamp_inline, own_baseline};

#if defined(__x86_64__)
[[gnu::target("avx2")]] void clamp_avx2(const int32_t* index, int64_t count, int32_t extent,
                                        int32_t* places) {
  clamp_inline(index, count, extent, places);
}

[[gnu::target("avx2,avx512f")]] void clamp_avx512(const int32_t* index, int64_t count,
                                                  int32_t extent, int32_t* places) {
  clamp_inline(index, count, extent, places);
}

[[gnu::target("avx2,avx512f,popcnt")]] int64_t own_avx512(const int32_t* places,
                                                          const uint32_t* beside, int64_t count,
                                                          uint32_t begin, uint32_t size,
                                                          uint32_t* own_places,
                                                          uint32_t* own_beside) {
  constexpr int64_t lanes = 16;
  const __m512i first = _mm512_set1_epi32(static_cast<int>(begin));
  const __m512i length = _mm512_set1_epi32(static_cast<int>(size));
  int64_t kept = 0, i = 0;
  for (; i + lanes <= count; i += lanes) {
    __m512i place = _mm512_loadu_si512(places + i);
    __mmask16 own = _mm512_cmplt_epu32_mask(_mm512_sub_epi32(place, first), length);
    __m512i other = _mm512_loadu_si512(beside + i);
    // Whole registers go to memory, which is faster than storing the lanes that count.
    _mm512_storeu_si512(own_places + kept, _mm512_maskz_compress_epi32(own, place));
    _mm512_storeu_si512(own_beside + kept, _mm512_maskz_compress_epi32(own, other));
    kept += _mm_popcnt_u32(own);
  }
  return kept + own_baseline(places + i, beside + i, count - i, begin, size, own_places + kept,
                             own_beside + kept);
}

constexpr PlaceLoops avx2{clamp_avx2, own_baseline};
constexpr PlaceLoops avx512{clamp_avx512, own_avx512};
#endif

}  // namespace

const PlaceLoops& place_loops() {
#if defined(__x86_64__)
  if (host_machine().vector_bytes == 64) return avx512;
  if (host_machine().vector_bytes == 32) return avx2;
#endif
  return baseline;
}

}  // namespace rille
