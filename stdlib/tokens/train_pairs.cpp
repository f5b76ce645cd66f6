// train_pairs: merges the most frequent pair repeatedly.
#include <algorithm>
#include <queue>
#include <unordered_map>

#include "stdlib/text/unicode.h"
#include "stdlib/tokens/normalizer.h"
#include "stdlib/tokens/train.h"
#include "vm/run/running.h"

namespace rille {
namespace {

using TokenPair = std::pair<int32_t, int32_t>;
struct PairHash {
  size_t operator()(const TokenPair& pair) const {
    uint64_t key =
        uint64_t{static_cast<uint32_t>(pair.first)} << 32 | static_cast<uint32_t>(pair.second);
    return static_cast<size_t>(key * 0x9E3779B97F4A7C15ull >> 16);
  }
};
template <class T>
using PairMap = std::unordered_map<TokenPair, T, PairHash>;

// A pair with its number of occurrences and the words that contain it. A pair that arises again
// through a later merge gets another entry with the words of that time.
struct PairCandidate {
  TokenPair pair;
  int64_t count = 0;
  std::vector<uint32_t> words = {};
  bool operator<(const PairCandidate& other) const {
    return count != other.count ? count < other.count : pair > other.pair;
  }
};

class BpeTrainer {
 public:
  BpeTrainer(const TextMap<int64_t>& words, size_t size, int64_t least,
             const std::vector<std::string>& special)
      : size_(size), least_(least) {
    for (const std::string& token : special) add(token);
    std::vector<std::string> alphabet;
    for (unsigned byte = 0; byte < 256; ++byte) {
      std::string character;
      put_character(character, byte_character(static_cast<unsigned char>(byte)));
      alphabet.push_back(character);
    }
    std::vector<int32_t> ids(256);
    std::vector<std::string> sorted = alphabet;
    std::ranges::sort(sorted);  // the byte order of UTF-8 is the order of code points
    for (const std::string& character : sorted) add(character);
    for (size_t byte = 0; byte < 256; ++byte) ids[byte] = ids_.at(alphabet[byte]);
    for (const auto& [word, count] : words) {
      polls_.step(held_);
      held_ += word.size() * 4 + 64;
      std::vector<int32_t>& symbols = words_.emplace_back();
      for (char c : word) symbols.push_back(ids[static_cast<unsigned char>(c)]);
      counts_.push_back(count);
    }
  }

  BpeMerges run() {
    for (size_t i = 0; i < words_.size(); ++i) {
      const std::vector<int32_t>& word = words_[i];
      for (size_t j = 0; j + 1 < word.size(); ++j) see({word[j], word[j + 1]}, 1, i);
    }
    offer();
    while (out_.tokens.size() < size_ && !queue_.empty()) {
      polls_.step(held_);
      PairCandidate top = queue_.top();
      queue_.pop();
      int64_t now = seen_[top.pair];
      if (top.count != now) {
        top.count = now;
        queue_.push(std::move(top));
        continue;
      }
      if (top.count < 1 || top.count < least_) break;
      join(top);
      offer();
    }
    return std::move(out_);
  }

 private:
  int32_t add(const std::string& token) {
    auto [place, is_new] = ids_.try_emplace(token, static_cast<int32_t>(out_.tokens.size()));
    if (is_new) out_.tokens.push_back(token);
    return place->second;
  }

  void see(TokenPair pair, int64_t change, size_t word) {
    seen_[pair] += change * counts_[word];
    if (change < 0) return;
    std::vector<uint32_t>& places = places_[pair];
    auto place = static_cast<uint32_t>(word);
    if (places.empty() || places.back() != place) places.push_back(place);
  }

  void offer() {
    for (auto& [pair, words] : places_) {
      int64_t count = seen_[pair];
      held_ += words.size() * 4 + sizeof(PairCandidate);
      if (count > 0) queue_.push({pair, count, std::move(words)});
    }
    places_.clear();
  }

  void join(const PairCandidate& top) {
    auto token = [&](int32_t id) { return out_.tokens[static_cast<size_t>(id)]; };
    int32_t id = add(token(top.pair.first) + token(top.pair.second));
    out_.merges.push_back(top.pair);
    for (uint32_t place : top.words) {
      polls_.step(held_);
      std::vector<int32_t>& word = words_[place];
      std::vector<int32_t> joined;
      for (size_t i = 0; i < word.size(); ++i) {
        bool is_pair =
            word[i] == top.pair.first && i + 1 < word.size() && word[i + 1] == top.pair.second;
        if (!is_pair) {
          joined.push_back(word[i]);
          continue;
        }
        if (!joined.empty()) {
          see({joined.back(), word[i]}, -1, place);
          see({joined.back(), id}, 1, place);
        }
        joined.push_back(id);
        if (i + 2 < word.size()) {
          see({word[i + 1], word[i + 2]}, -1, place);
          see({id, word[i + 2]}, 1, place);
        }
        ++i;
      }
      word = std::move(joined);
    }
  }

  size_t size_, held_ = 0;
  int64_t least_;
  TextMap<int32_t> ids_;
  std::vector<std::vector<int32_t>> words_;
  std::vector<int64_t> counts_;
  PairMap<int64_t> seen_;
  PairMap<std::vector<uint32_t>> places_;
  std::priority_queue<PairCandidate> queue_;
  BpeMerges out_;
  PollCounter polls_;
};

}  // namespace

BpeMerges train_pairs(const TextMap<int64_t>& words, size_t size, int64_t least,
                      const std::vector<std::string>& special) {
  return BpeTrainer(words, size, least, special).run();
}

}  // namespace rille
