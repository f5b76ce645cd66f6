// Added tokens: tokens that are matched before the model.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "stdlib/tokens/model.h"
#include "stdlib/tokens/normalizer.h"
#include "stdlib/tokens/piece.h"
#include "stdlib/tokens/trie.h"

namespace rille {

// Matches added tokens in a text, before or after normalization, and splits the text there.
class AddedTokens {
 public:
  // Assigns ids as the tokenizers package does: a token of the model keeps its id there, others get
  // the next free ids.
  AddedTokens(const JsonNode& from, const TokenModel& model, const TextNormalizer* normalizer);

  // Splits a text at added tokens, which get their id. `normalizer` is applied to the other parts.
  TextPieces split(std::string_view text, const TextNormalizer* normalizer, PieceArena& shop) const;
  bool is_empty() const { return raw_.is_empty() && normalized_.is_empty(); }

  int32_t find(std::string_view token) const;
  // The text of the token when decoded; null if `id` is not an added token.
  const std::string* name(int32_t id) const;
  bool is_special(std::string_view token) const { return specials_.contains(token); }
  const TextMap<int32_t>& all() const { return ids_; }

 private:
  struct AddedToken {
    std::string content, shown;
    bool single_word = false, left = false, right = false, normalized = true, special = false;
    bool operator==(const AddedToken&) const = default;
  };
  void add(AddedToken row, const TokenModel& model, const TextNormalizer* normalizer);
  void cut(const TextPiece& piece, const TextTrie& trie, TextPieces& out) const;
  bool stands_alone(std::string_view text, const TextMatch& match) const;

  TextMap<int32_t> ids_;
  std::unordered_map<int32_t, AddedToken> rows_;
  std::set<std::string, std::less<>> specials_;
  int32_t next_ = 0;
  TextTrie raw_, normalized_;
};

}  // namespace rille
