// Model: converts the pieces of a text to tokens.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "stdlib/tokens.h"
#include "stdlib/tokens/reading.h"

namespace rille {

struct TextHash {
  using is_transparent = void;
  size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
};
template <class T>
using TextMap = std::unordered_map<std::string, T, TextHash, std::equal_to<>>;

// A map between tokens and ids, which need not be contiguous.
class Vocabulary {
 public:
  void put(const std::string& token, int32_t id);
  int32_t find(std::string_view token) const;  // -1 if missing
  const std::string* name(int32_t id) const;   // null if missing
  size_t size() const { return ids_.size(); }
  const TextMap<int32_t>& all() const { return ids_; }
  // Parses {"token": 0, …}.
  static Vocabulary read(const JsonNode& from);

 private:
  TextMap<int32_t> ids_;
  std::unordered_map<int32_t, const std::string*> names_;
};

// A token and its range in the piece, in bytes. If `shows_text`, the token is displayed as the text
// in this range.
struct TextToken {
  int32_t id;
  uint32_t begin, end;
  bool shows_text = false;
};
using TextTokens = std::vector<TextToken>;

class TokenModel {
 public:
  virtual ~TokenModel() = default;
  // Appends the tokens of a nonempty piece.
  virtual void encode(std::string_view piece, TextTokens& out) const = 0;
  virtual int32_t find(std::string_view token) const = 0;
  virtual const std::string* name(int32_t id) const = 0;
  virtual size_t size() const = 0;
  // Appends only the ids of a piece. BPE caches those of earlier pieces.
  virtual void encode_ids(std::string_view piece, std::vector<int32_t>& out) const;
  // Appends the ids of a piece with BPE dropout; error[value] if the model has no merges.
  virtual void sample(std::string_view piece, BpeDropout& chance, std::vector<int32_t>& out) const;
  virtual std::vector<std::pair<std::string, int32_t>> all() const = 0;
};
using TokenModelRef = std::unique_ptr<const TokenModel>;

// With `reads_bytes`, pieces are raw bytes, although the vocabulary is in byte-level characters.
TokenModelRef read_model(const JsonNode& from, bool reads_bytes);
// Whether `reads_bytes` is supported for this model.
bool can_read_bytes(const JsonNode& from);

TokenModelRef read_bpe(const JsonNode& from, bool reads_bytes);
TokenModelRef read_unigram(const JsonNode& from);
TokenModelRef read_wordpiece(const JsonNode& from);
TokenModelRef read_wordlevel(const JsonNode& from);

// The token of a byte for byte fallback, such as "<0x0A>".
std::string byte_token(unsigned char byte);

}  // namespace rille
