// riegeli_hash: HighwayHash-64 with the key of Riegeli.
#include <algorithm>
#include <array>
#include <cstring>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "stdlib/data/records/sums.h"

// source: Alakuijala, Cox, Wassenberg, "Fast keyed hash/pseudo-random function using SIMD multiply
// and permute", arXiv 1612.06257, and the portable form that its authors publish with it
namespace rille {
namespace {

using HashLanes = std::array<uint64_t, 4>;

uint64_t turned_halves(uint64_t x, uint32_t by) {
  if (by == 0) return x;
  auto turn = [by](uint32_t half) { return (half << by) | (half >> (32 - by)); };
  return (static_cast<uint64_t>(turn(static_cast<uint32_t>(x >> 32))) << 32) |
         turn(static_cast<uint32_t>(x));
}

uint64_t swapped_halves(uint64_t x) { return (x >> 32) | (x << 32); }

constexpr HashLanes key = {0x2f696c6567656952ull, 0x0a7364726f636572ull, 0x2f696c6567656952ull,
                           0x0a7364726f636572ull};
constexpr HashLanes first0 = {0xdbe6d5d5fe4cce2full, 0xa4093822299f31d0ull, 0x13198a2e03707344ull,
                              0x243f6a8885a308d3ull};
constexpr HashLanes first1 = {0x3bd39e10cb0ef593ull, 0xc0acf169b5f18a8cull, 0xbe5466cf34e90c6cull,
                              0x452821e638d01377ull};

// Packet of the remaining 1 to 31 bytes.
std::array<char, 32> last_packet(std::string_view rest) {
  std::array<char, 32> out{};
  size_t whole = rest.size() & ~size_t{3}, left = rest.size() & 3;
  std::memcpy(out.data(), rest.data(), whole);
  if ((rest.size() & 16) != 0) {
    std::memcpy(out.data() + 28, rest.data() + rest.size() - 4, 4);
  } else if (left != 0) {
    out[16] = rest[whole];
    out[17] = rest[whole + (left >> 1)];
    out[18] = rest[whole + left - 1];
  }
  return out;
}

struct Highway {
  HashLanes v0, v1, mul0 = first0, mul1 = first1;

  Highway() {
    for (size_t i = 0; i < 4; ++i) {
      v0[i] = mul0[i] ^ key[i];
      v1[i] = mul1[i] ^ swapped_halves(key[i]);
    }
  }

  // Mixes the bytes of two lanes. The permutation of the bytes makes the multiplications strong.
  static void zipper(uint64_t high, uint64_t low, uint64_t& add_high, uint64_t& add_low) {
    add_low += (((low & 0xff000000) | (high & 0xff00000000)) >> 24) |
               (((low & 0xff0000000000) | (high & 0xff000000000000)) >> 16) | (low & 0xff0000) |
               ((low & 0xff00) << 32) | ((high & 0xff00000000000000) >> 8) | (low << 56);
    add_high += (((high & 0xff000000) | (low & 0xff00000000)) >> 24) | (high & 0xff0000) |
                ((high & 0xff0000000000) >> 16) | ((high & 0xff00) << 24) |
                ((low & 0xff000000000000) >> 8) | ((high & 0xff) << 48) |
                (low & 0xff00000000000000);
  }

  void update(const HashLanes& lanes) {
    for (size_t i = 0; i < 4; ++i) {
      v1[i] += mul0[i] + lanes[i];
      mul0[i] ^= (v1[i] & 0xffffffff) * (v0[i] >> 32);
      v0[i] += mul1[i];
      mul1[i] ^= (v0[i] & 0xffffffff) * (v1[i] >> 32);
    }
    zipper(v1[1], v1[0], v0[1], v0[0]);
    zipper(v1[3], v1[2], v0[3], v0[2]);
    zipper(v0[1], v0[0], v1[1], v1[0]);
    zipper(v0[3], v0[2], v1[3], v1[2]);
  }

  void update(std::string_view packet) {
    HashLanes lanes;
    std::memcpy(lanes.data(), packet.data(), sizeof lanes);
    update(lanes);
  }

  // Adds the remaining 1 to 31 bytes.
  void finish(std::string_view rest) {
    auto size = static_cast<uint32_t>(rest.size());
    for (size_t i = 0; i < 4; ++i) {
      v0[i] += (static_cast<uint64_t>(size) << 32) + size;
      v1[i] = turned_halves(v1[i], size);
    }
    std::array<char, 32> packet = last_packet(rest);
    update({packet.data(), packet.size()});
  }

  uint64_t result() {
    for (int round = 0; round < 4; ++round) {
      update(HashLanes{swapped_halves(v0[2]), swapped_halves(v0[3]), swapped_halves(v0[0]),
                       swapped_halves(v0[1])});
    }
    return v0[0] + v1[0] + mul0[0] + mul1[0];
  }
};

uint64_t narrow_hash(std::string_view bytes) {
  Highway hash;
  for (; bytes.size() >= 32; bytes.remove_prefix(32)) hash.update(bytes.substr(0, 32));
  if (!bytes.empty()) hash.finish(bytes);
  return hash.result();
}

#if defined(__x86_64__)
#define WIDE __attribute__((target("avx2")))

WIDE __m256i lanes_of(const void* from) {
  return _mm256_loadu_si256(static_cast<const __m256i*>(from));
}

// Highway::zipper of a pair of lanes as a shuffle: the source index of each byte.
constexpr int64_t zip_low = 0x000f010e05020c03, zip_high = 0x070806090d0a040b;

// Highway with its four lanes in one register.
struct WideHighway {
  __m256i v0, v1, mul0, mul1;

  WIDE WideHighway() : mul0(lanes_of(first0.data())), mul1(lanes_of(first1.data())) {
    __m256i keys = lanes_of(key.data());
    v0 = _mm256_xor_si256(mul0, keys);
    v1 = _mm256_xor_si256(mul1, swapped(keys));
  }

  WIDE static __m256i swapped(__m256i x) { return _mm256_shuffle_epi32(x, 0xb1); }

  WIDE static __m256i zipped(__m256i x) {
    return _mm256_shuffle_epi8(x, _mm256_set_epi64x(zip_high, zip_low, zip_high, zip_low));
  }

  WIDE void update(__m256i lanes) {
    v1 = _mm256_add_epi64(v1, _mm256_add_epi64(mul0, lanes));
    mul0 = _mm256_xor_si256(mul0, _mm256_mul_epu32(v1, _mm256_srli_epi64(v0, 32)));
    v0 = _mm256_add_epi64(v0, mul1);
    mul1 = _mm256_xor_si256(mul1, _mm256_mul_epu32(v0, _mm256_srli_epi64(v1, 32)));
    v0 = _mm256_add_epi64(v0, zipped(v1));
    v1 = _mm256_add_epi64(v1, zipped(v0));
  }

  WIDE void finish(std::string_view rest) {
    auto size = static_cast<int>(rest.size());
    v0 = _mm256_add_epi64(v0, _mm256_set1_epi32(size));
    v1 = _mm256_or_si256(_mm256_sll_epi32(v1, _mm_cvtsi32_si128(size)),
                         _mm256_srl_epi32(v1, _mm_cvtsi32_si128(32 - size)));
    update(lanes_of(last_packet(rest).data()));
  }

  WIDE uint64_t result() {
    for (int round = 0; round < 4; ++round) update(swapped(_mm256_permute4x64_epi64(v0, 0x4e)));
    __m256i sum = _mm256_add_epi64(_mm256_add_epi64(v0, v1), _mm256_add_epi64(mul0, mul1));
    return static_cast<uint64_t>(_mm256_extract_epi64(sum, 0));
  }
};

WIDE uint64_t ended(WideHighway hash, std::string_view bytes) {
  for (; bytes.size() >= 32; bytes.remove_prefix(32)) hash.update(lanes_of(bytes.data()));
  if (!bytes.empty()) hash.finish(bytes);
  return hash.result();
}

WIDE uint64_t wide_hash(std::string_view bytes) { return ended(WideHighway(), bytes); }

// Prefetches the cache line at an offset within a text.
void ask_for(std::string_view text, size_t at) {
  if (at < text.size()) __builtin_prefetch(text.data() + at);
}

// Hashes two texts.
WIDE void wide_hashes(const std::string_view* of, const std::string_view* soon, uint64_t* out) {
  std::string_view a = of[0], b = of[1];
  WideHighway first, second;
  size_t both = std::min(a.size(), b.size()) / 32 * 32;
  for (size_t at = 0; at < both; at += 32) {
    ask_for(soon[at / 32 % 2], at / 64 * 64);
    first.update(lanes_of(a.data() + at));
    second.update(lanes_of(b.data() + at));
  }
  out[0] = ended(first, a.substr(both));
  out[1] = ended(second, b.substr(both));
}

#undef WIDE
#define WIDEST __attribute__((target("avx512f,avx512bw")))

// Two Highways, each in one half of the registers, for texts with the same number of packets.
struct HighwayPair {
  __m512i v0, v1, mul0, mul1;

  WIDEST static __m512i doubled(const HashLanes& lanes) {
    return _mm512_broadcast_i64x4(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(&lanes)));
  }
  WIDEST static __m512i joined(const void* a, const void* b) {
    __m256i low = _mm256_loadu_si256(static_cast<const __m256i*>(a));
    return _mm512_inserti64x4(_mm512_castsi256_si512(low),
                              _mm256_loadu_si256(static_cast<const __m256i*>(b)), 1);
  }

  WIDEST HighwayPair() : mul0(doubled(first0)), mul1(doubled(first1)) {
    __m512i keys = doubled(key);
    v0 = _mm512_xor_si512(mul0, keys);
    v1 = _mm512_xor_si512(mul1, _mm512_ror_epi64(keys, 32));
  }

  WIDEST static __m512i zipped(__m512i x) {
    const __m512i places = _mm512_broadcast_i32x4(_mm_set_epi64x(zip_high, zip_low));
    return _mm512_shuffle_epi8(x, places);
  }

  WIDEST void update(__m512i lanes) {
    v1 = _mm512_add_epi64(v1, _mm512_add_epi64(mul0, lanes));
    mul0 = _mm512_xor_si512(mul0, _mm512_mul_epu32(v1, _mm512_srli_epi64(v0, 32)));
    v0 = _mm512_add_epi64(v0, mul1);
    mul1 = _mm512_xor_si512(mul1, _mm512_mul_epu32(v0, _mm512_srli_epi64(v1, 32)));
    v0 = _mm512_add_epi64(v0, zipped(v1));
    v1 = _mm512_add_epi64(v1, zipped(v0));
  }

  // Adds the remaining 1 to 31 bytes of each text.
  WIDEST void finish(std::string_view a, std::string_view b) {
    auto first = static_cast<int>(a.size()), second = static_cast<int>(b.size());
    __m512i sizes = _mm512_inserti64x4(_mm512_set1_epi32(first), _mm256_set1_epi32(second), 1);
    v0 = _mm512_add_epi64(v0, sizes);
    v1 = _mm512_rolv_epi32(v1, sizes);
    update(joined(last_packet(a).data(), last_packet(b).data()));
  }

  WIDEST void result(uint64_t* out) {
    for (int round = 0; round < 4; ++round) {
      update(_mm512_ror_epi64(_mm512_permutex_epi64(v0, 0x4e), 32));
    }
    __m512i sum = _mm512_add_epi64(_mm512_add_epi64(v0, v1), _mm512_add_epi64(mul0, mul1));
    out[0] = static_cast<uint64_t>(_mm_cvtsi128_si64(_mm512_castsi512_si128(sum)));
    out[1] = static_cast<uint64_t>(_mm_cvtsi128_si64(_mm512_extracti32x4_epi32(sum, 2)));
  }
};

// Hashes four texts of the same length.
WIDEST void widest_hashes(const TextQuad& of, const TextQuad& soon, HashQuad& out) {
  HighwayPair first, second;
  size_t size = of[0].size(), whole = size / 32 * 32;
  for (size_t at = 0; at < whole; at += 32) {
    ask_for(soon[at / 32 % 2], at / 64 * 64);
    ask_for(soon[2 + at / 32 % 2], at / 64 * 64);
    first.update(HighwayPair::joined(of[0].data() + at, of[1].data() + at));
    second.update(HighwayPair::joined(of[2].data() + at, of[3].data() + at));
  }
  for (std::string_view text : soon) {
    ask_for(text, whole);
    ask_for(text, text.size() - 1);
  }
  if (whole < size) {
    first.finish(of[0].substr(whole), of[1].substr(whole));
    second.finish(of[2].substr(whole), of[3].substr(whole));
  }
  first.result(&out[0]);
  second.result(&out[2]);
}

#undef WIDEST
#endif

}  // namespace

namespace {

#if defined(__x86_64__)
bool is_wide() {
  static const bool found = __builtin_cpu_supports("avx2") != 0;
  return found;
}
bool is_widest() {
  static const bool found =
      __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512bw") != 0;
  return found;
}
#endif

}  // namespace

uint64_t riegeli_hash(std::string_view bytes) {
#if defined(__x86_64__)
  if (is_wide()) return wide_hash(bytes);
#endif
  return narrow_hash(bytes);
}

HashQuad riegeli_hashes(const TextQuad& of, const TextQuad& soon) {
  HashQuad out;
#if defined(__x86_64__)
  bool are_alike = std::ranges::all_of(of, [&](auto x) { return x.size() == of[0].size(); });
  if (are_alike && is_widest()) {
    widest_hashes(of, soon, out);
    return out;
  }
  if (is_wide()) {
    wide_hashes(&of[0], &soon[0], &out[0]);
    wide_hashes(&of[2], &soon[2], &out[2]);
    return out;
  }
#endif
  std::ranges::transform(of, out.begin(), narrow_hash);
  return out;
}

}  // namespace rille
