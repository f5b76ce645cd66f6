// The Unigram model.
#include "stdlib/tokens/unigram.h"

#include <algorithm>
#include <array>
#include <limits>

#include "stdlib/text/unicode.h"
#include "stdlib/tokens/model.h"
#include "vm/run/running.h"

namespace rille {

namespace {

class Unigram : public TokenModel {
 public:
  explicit Unigram(const JsonNode& from) : falls_back_(from.truth("byte_fallback", false)) {
    JsonNode rows = from.field("vocab").list();
    double least = std::numeric_limits<double>::infinity();
    PollCounter polls;
    size_t bytes = 0;
    for (size_t i = 0; i < rows.size(); ++i) {
      JsonNode row = rows.item(i).list();
      if (row.size() != 2) row.refuse("a token and its score");
      const std::string& token = row.item(0).text();
      bytes += 100 + 20 * token.size();
      polls.step(bytes);
      auto id = static_cast<int32_t>(i);
      scores_.push_back(row.item(1).number());
      names_.push_back(token);
      ids_[token] = id;
      least = std::min(least, scores_.back());
      if (!token.empty()) trie_.put(token, id);
    }
    unknown_score_ = least - 10;
    if (from.has("unk_id")) {
      unknown_ = static_cast<int32_t>(
          from.field("unk_id").whole(0, static_cast<int64_t>(rows.size()) - 1));
    }
    for (size_t byte = 0; byte < 256; ++byte) {
      byte_tokens_[byte] = find(byte_token(static_cast<unsigned char>(byte)));
    }
  }

  void encode(std::string_view piece, TextTokens& out) const override {
    auto score = [&](int32_t id, size_t) { return scores_[static_cast<size_t>(id)]; };
    std::vector<TokenSpan> cuts = likeliest_cut(piece, trie_, score, unknown_score_);
    for (size_t i = 0; i < cuts.size(); ++i) {
      TokenSpan cut = cuts[i];
      if (!is_unknown(cut)) {
        out.push_back({cut.id, cut.begin, cut.end, true});
        continue;
      }
      while (i + 1 < cuts.size() && is_unknown(cuts[i + 1])) cut.end = cuts[++i].end;
      put_unknown(piece, cut, out);
    }
  }
  int32_t find(std::string_view token) const override {
    auto found = ids_.find(token);
    return found == ids_.end() ? -1 : found->second;
  }
  const std::string* name(int32_t id) const override {
    return id >= 0 && static_cast<size_t>(id) < names_.size() ? &names_[static_cast<size_t>(id)]
                                                              : nullptr;
  }
  size_t size() const override { return names_.size(); }
  std::vector<std::pair<std::string, int32_t>> all() const override {
    return {ids_.begin(), ids_.end()};
  }

 private:
  // The unknown token is also treated as unknown where a text contains it literally.
  bool is_unknown(const TokenSpan& cut) const { return cut.id < 0 || cut.id == unknown_; }

  // A run of unknown characters becomes a token if the vocabulary contains it, else byte tokens
  // with byte fallback, else one unknown token.
  void put_unknown(std::string_view piece, const TokenSpan& cut, TextTokens& out) const {
    std::string_view text = piece.substr(cut.begin, cut.end - cut.begin);
    if (int32_t id = find(text); id >= 0) {
      out.push_back({id, cut.begin, cut.end, true});
      return;
    }
    if (falls_back_ && std::ranges::all_of(text, [&](char c) {
          return byte_tokens_[static_cast<unsigned char>(c)] >= 0;
        })) {
      for (char c : text) {
        out.push_back({byte_tokens_[static_cast<unsigned char>(c)], cut.begin, cut.end});
      }
      return;
    }
    if (unknown_ < 0) {
      throw Error(Code::value,
                  str("\"", text, "\" is not in the vocabulary, and the model has no `unk_id`"));
    }
    out.push_back({unknown_, cut.begin, cut.end, true});
  }

  bool falls_back_;
  std::vector<double> scores_;
  std::vector<std::string> names_;
  TextMap<int32_t> ids_;
  TextTrie trie_;
  double unknown_score_ = 0;
  int32_t unknown_ = -1;
  std::array<int32_t, 256> byte_tokens_{};
};

}  // namespace

TokenModelRef read_unigram(const JsonNode& from) { return std::make_unique<Unigram>(from); }

}  // namespace rille
