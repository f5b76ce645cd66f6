// riegeli_hash: HighwayHash-64, "Riegeli/records\n" as key.
#include <array>
#include <cstring>

#include "stdlib/data/records/sums.h"

// source: Alakuijala, Cox, Wassenberg, "Fast keyed hash/pseudo-random function using SIMD multiply
// and permute", arXiv 1612.06257, and the portable form that its authors publish with it
namespace rille {
namespace {

using Lanes = std::array<uint64_t, 4>;

uint64_t turned_halves(uint64_t x, uint32_t by) {
  if (by == 0) return x;
  auto turn = [by](uint32_t half) { return (half << by) | (half >> (32 - by)); };
  return (static_cast<uint64_t>(turn(static_cast<uint32_t>(x >> 32))) << 32) |
         turn(static_cast<uint32_t>(x));
}

uint64_t swapped_halves(uint64_t x) { return (x >> 32) | (x << 32); }

struct Highway {
  Lanes v0, v1;
  Lanes mul0 = {0xdbe6d5d5fe4cce2full, 0xa4093822299f31d0ull, 0x13198a2e03707344ull,
                0x243f6a8885a308d3ull};
  Lanes mul1 = {0x3bd39e10cb0ef593ull, 0xc0acf169b5f18a8cull, 0xbe5466cf34e90c6cull,
                0x452821e638d01377ull};

  explicit Highway(const Lanes& key) {
    for (size_t i = 0; i < 4; ++i) {
      v0[i] = mul0[i] ^ key[i];
      v1[i] = mul1[i] ^ swapped_halves(key[i]);
    }
  }

  // Mixes the bytes of two lanes: which byte goes where is what makes the multiplications strong.
  static void zipper(uint64_t high, uint64_t low, uint64_t& add_high, uint64_t& add_low) {
    add_low += (((low & 0xff000000) | (high & 0xff00000000)) >> 24) |
               (((low & 0xff0000000000) | (high & 0xff000000000000)) >> 16) | (low & 0xff0000) |
               ((low & 0xff00) << 32) | ((high & 0xff00000000000000) >> 8) | (low << 56);
    add_high += (((high & 0xff000000) | (low & 0xff00000000)) >> 24) | (high & 0xff0000) |
                ((high & 0xff0000000000) >> 16) | ((high & 0xff00) << 24) |
                ((low & 0xff000000000000) >> 8) | ((high & 0xff) << 48) |
                (low & 0xff00000000000000);
  }

  void update(const Lanes& lanes) {
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

  void update(const char* packet) {
    Lanes lanes;
    std::memcpy(lanes.data(), packet, 32);
    update(lanes);
  }

  // What is left over, 1 to 31 bytes.
  void finish(const char* rest, size_t size) {
    for (size_t i = 0; i < 4; ++i) {
      v0[i] += (static_cast<uint64_t>(size) << 32) + size;
      v1[i] = turned_halves(v1[i], static_cast<uint32_t>(size));
    }
    std::array<char, 32> packet{};
    size_t whole = size & ~size_t{3}, left = size & 3;
    std::memcpy(packet.data(), rest, whole);
    if ((size & 16) != 0) {
      std::memcpy(packet.data() + 28, rest + size - 4, 4);
    } else if (left != 0) {
      packet[16] = rest[whole];
      packet[17] = rest[whole + (left >> 1)];
      packet[18] = rest[whole + left - 1];
    }
    update(packet.data());
  }

  uint64_t result() {
    for (int round = 0; round < 4; ++round) {
      update(Lanes{swapped_halves(v0[2]), swapped_halves(v0[3]), swapped_halves(v0[0]),
                   swapped_halves(v0[1])});
    }
    return v0[0] + v1[0] + mul0[0] + mul1[0];
  }
};

constexpr Lanes key = {0x2f696c6567656952ull, 0x0a7364726f636572ull, 0x2f696c6567656952ull,
                       0x0a7364726f636572ull};

}  // namespace

uint64_t riegeli_hash(std::string_view bytes) {
  Highway hash(key);
  size_t at = 0;
  for (; at + 32 <= bytes.size(); at += 32) hash.update(bytes.data() + at);
  if (at < bytes.size()) hash.finish(bytes.data() + at, bytes.size() - at);
  return hash.result();
}

}  // namespace rille
