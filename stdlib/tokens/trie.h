// Trie: finds the strings of a set that begin a text.
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "vm/run/running.h"

namespace rille {

// A trie over bytes; one hash table holds the edges of all nodes.
class TextTrie {
 public:
  void put(std::string_view text, int32_t value) {
    uint32_t node = 0;
    for (char c : text) {
      auto [edge, is_new] = edges_.try_emplace(key(node, c), static_cast<uint32_t>(values_.size()));
      if (is_new) values_.push_back(-1);
      node = edge->second;
    }
    values_[node] = value;
    if (!text.empty()) firsts_[static_cast<unsigned char>(text[0])] = true;
  }

  // Calls f(size, value) for each stored string that is a prefix of `text`, shortest first.
  template <class F>
  void each_prefix(std::string_view text, const F& f) const {
    uint32_t node = 0;
    PollCounter polls;
    for (size_t i = 0; i < text.size(); ++i) {
      polls.step();
      auto edge = edges_.find(key(node, text[i]));
      if (edge == edges_.end()) return;
      node = edge->second;
      if (values_[node] >= 0) f(i + 1, values_[node]);
    }
  }

  bool may_begin(char c) const { return firsts_[static_cast<unsigned char>(c)]; }
  bool is_empty() const { return values_.size() == 1; }

 private:
  struct EdgeHash {
    size_t operator()(uint64_t x) const {
      return static_cast<size_t>(x * 0x9E3779B97F4A7C15ull >> 16);
    }
  };
  static uint64_t key(uint32_t node, char c) {
    return uint64_t{node} << 8 | static_cast<unsigned char>(c);
  }

  std::unordered_map<uint64_t, uint32_t, EdgeHash> edges_;
  std::vector<int32_t> values_{-1};  // one per node
  std::vector<bool> firsts_ = std::vector<bool>(256, false);
};

}  // namespace rille
