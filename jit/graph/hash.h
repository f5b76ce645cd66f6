// Hash: mixes words and text, identically on every machine.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

namespace rille {

// One multiplication and two shifts per word (the finisher of splitmix64, Steele et al. 2014).
struct Hash {
  uint64_t state = 0x9e3779b97f4a7c15u;

  void word(uint64_t x) {
    state = (state ^ x) * 0xbf58476d1ce4e5b9u;
    state ^= state >> 31;
  }
  void bytes(std::string_view text) {
    word(text.size());
    while (text.size() >= 8) {
      uint64_t x = 0;
      std::memcpy(&x, text.data(), 8);
      word(x);
      text.remove_prefix(8);
    }
    uint64_t rest = 0;
    std::memcpy(&rest, text.data(), text.size());
    word(rest);
  }
  uint64_t value() const {
    uint64_t x = (state ^ (state >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
  }
};

}  // namespace rille
