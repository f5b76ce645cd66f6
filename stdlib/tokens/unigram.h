// Segmentation of a text by the scores of its parts.
#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

#include "stdlib/text/unicode.h"
#include "stdlib/tokens/trie.h"
#include "vm/run/running.h"

namespace rille {

// A part of a text and its id, which is -1 for a character that is not in the vocabulary.
struct TokenSpan {
  int32_t id;
  uint32_t begin, end;
};

// The segmentation with the largest sum of scores, by the Viterbi algorithm: Kudo, Subword
// Regularization, arXiv 1804.10959, section 3.2. A part has the score score(id, bytes), an unknown
// character the score `unknown`; sums have the type T. The first of equal sums is taken, as in
// SentencePiece's EncodeOptimized.
template <class T, class Score>
std::vector<TokenSpan> likeliest_cut(std::string_view text, const TextTrie& trie,
                                     const Score& score, T unknown) {
  struct BestSegment {
    int32_t id = -1;
    T score = 0;
    uint32_t begin = UINT32_MAX;
  };
  std::vector<BestSegment> best(text.size() + 1);
  PollCounter polls;
  for (size_t at = 0; at < text.size();) {
    polls.step(best.size() * sizeof(BestSegment));
    size_t size = character_at(text, at).size;
    T so_far = best[at].score;
    bool has_one = false;
    auto offer = [&](size_t bytes, int32_t id, double part) {
      BestSegment& to = best[at + bytes];
      T whole = static_cast<T>(part + static_cast<double>(so_far));
      if (to.begin != UINT32_MAX && whole <= to.score) return;
      to = {id, whole, static_cast<uint32_t>(at)};
    };
    trie.each_prefix(text.substr(at), [&](size_t bytes, int32_t id) {
      offer(bytes, id, score(id, bytes));
      has_one = has_one || bytes == size;
    });
    if (!has_one) offer(size, -1, static_cast<double>(unknown));
    at += size;
  }
  std::vector<TokenSpan> out;
  for (size_t end = text.size(); end > 0;) {
    uint32_t begin = best[end].begin;
    out.push_back({best[end].id, begin, static_cast<uint32_t>(end)});
    end = begin;
  }
  std::ranges::reverse(out);
  return out;
}

}  // namespace rille
