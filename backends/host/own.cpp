// IndexLoops with AVX2 and AVX-512.
#include "backends/host/own.h"

#include <algorithm>
#include <array>
#include <bit>

#include "jit/target.h"

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

constexpr IndexLoops baseline{clamp_inline, own_baseline};

#if defined(__x86_64__)
[[gnu::target("avx2")]] void clamp_avx2(const int32_t* index, int64_t count, int32_t extent,
                                        int32_t* places) {
  clamp_inline(index, count, extent, places);
}

// For each subset of eight lanes, the indices of its lanes in ascending order, one byte each.
constexpr std::array<uint64_t, 256> lanes_of_sets = [] {
  std::array<uint64_t, 256> out{};
  for (uint64_t set = 0; set < out.size(); ++set) {
    uint64_t kept = 0;
    for (uint64_t lane = 0; lane < 8; ++lane) {
      if ((set >> lane & 1) != 0) out[set] |= lane << 8 * kept++;
    }
  }
  return out;
}();

[[gnu::target("avx2,popcnt")]] int64_t own_avx2(const int32_t* places, const uint32_t* beside,
                                                int64_t count, uint32_t begin, uint32_t size,
                                                uint32_t* own_places, uint32_t* own_beside) {
  constexpr int64_t lanes = 8;
  // AVX2 compares only signed integers, so 2^31 is subtracted from both sides.
  const __m256i sign = _mm256_set1_epi32(INT32_MIN);
  const __m256i first = _mm256_set1_epi32(static_cast<int>(begin ^ uint32_t{1} << 31));
  const __m256i length = _mm256_xor_si256(_mm256_set1_epi32(static_cast<int>(size)), sign);
  int64_t kept = 0, i = 0;
  for (; i + lanes <= count; i += lanes) {
    __m256i place = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(places + i));
    __m256i own = _mm256_cmpgt_epi32(length, _mm256_sub_epi32(place, first));
    auto set = static_cast<uint32_t>(_mm256_movemask_ps(_mm256_castsi256_ps(own)));
    __m256i order =
        _mm256_cvtepu8_epi32(_mm_cvtsi64_si128(static_cast<int64_t>(lanes_of_sets[set])));
    __m256i other = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(beside + i));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(own_places + kept),
                        _mm256_permutevar8x32_epi32(place, order));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(own_beside + kept),
                        _mm256_permutevar8x32_epi32(other, order));
    kept += std::popcount(set);
  }
  return kept + own_baseline(places + i, beside + i, count - i, begin, size, own_places + kept,
                             own_beside + kept);
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
    // Storing whole registers is faster than storing only the selected lanes.
    _mm512_storeu_si512(own_places + kept, _mm512_maskz_compress_epi32(own, place));
    _mm512_storeu_si512(own_beside + kept, _mm512_maskz_compress_epi32(own, other));
    kept += _mm_popcnt_u32(own);
  }
  return kept + own_baseline(places + i, beside + i, count - i, begin, size, own_places + kept,
                             own_beside + kept);
}

constexpr IndexLoops avx2{clamp_avx2, own_avx2};
constexpr IndexLoops avx512{clamp_avx512, own_avx512};
#endif

}  // namespace

const IndexLoops& place_loops() {
#if defined(__x86_64__)
  if (host_target().vector.bytes == 64) return avx512;
  if (host_target().vector.bytes == 32) return avx2;
#endif
  return baseline;
}

}  // namespace rille
