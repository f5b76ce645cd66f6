// Pipeline: the tokenizer of a tokenizer.json.
#pragma once

#include <memory>

#include "stdlib/tokens.h"
#include "stdlib/tokens/added.h"
#include "stdlib/tokens/decoder.h"
#include "stdlib/tokens/encoding.h"
#include "stdlib/tokens/processor.h"
#include "stdlib/tokens/splitter.h"

namespace rille {

// The truncation of one or two encodings, as the field `truncation` of the file configures it.
struct TokenTruncation {
  size_t length = 0;
  std::string strategy = "LongestFirst";
  bool from_left = false;
};

struct TokenPadding {
  size_t length = 0;  // 0: the length of the longest encoding
  size_t multiple = 0;
  TokenEncoding::EncodedToken row;
  bool in_front = false;
};

class TokenPipeline : public TokenCoder {
 public:
  explicit TokenPipeline(const JsonNode& from);

  TokenEncoding encode(std::string_view text, const std::string* pair, bool special, bool all,
                       bool pads) const override {
    return encoded(text, pair, special, all, pads, nullptr);
  }
  std::vector<int32_t> sample(std::string_view text, const std::string* pair, bool special,
                              BpeDropout chance) const override;
  std::string decode(const std::vector<int32_t>& ids, bool special) const override;
  int32_t find(std::string_view token) const override;
  const std::string* name(int32_t id) const override;
  size_t size() const override;
  std::vector<std::pair<std::string, int32_t>> all() const override;

 private:
  void read_lengths(const JsonNode& from);
  TextPieces cut(std::string_view text, PieceArena& shop) const;
  // NOLINTNEXTLINE(readability-function-size): the parameters of encode and the random state
  TokenEncoding encoded(std::string_view text, const std::string* pair, bool special, bool all,
                        bool pads, BpeDropout* chance) const;
  TokenEncoding encode_text(std::string_view text, int32_t type, bool all,
                            BpeDropout* chance) const;
  void encode_plain(std::string_view text, std::vector<int32_t>& out) const;
  void truncate(std::vector<TokenEncoding>& texts, bool special) const;
  void pad(TokenEncoding& encoding) const;

  TextNormalizerRef normalizer_;
  std::vector<TextSplitterRef> splitters_;
  const TextPattern* pattern_ = nullptr;  // set if the pre-tokenizer is this one pattern
  TokenModelRef model_;
  std::unique_ptr<AddedTokens> added_;
  TokenProcessorRef processor_;
  TokenDecoderRef decoder_;
  std::optional<TokenTruncation> truncation_;
  std::optional<TokenPadding> padding_;
};

// Parses a tokenizer.json or a SentencePiece model. error[value] names the field or the position of
// what is invalid.
TokenCoderRef read_tokenizer(std::string_view bytes);
TokenCoderRef read_sentencepiece(std::string_view bytes);

// A field that Rille adds to SentencePiece models, with a number in the range reserved for
// extensions. Its bits tell whether control pieces are recognized in a text, and whether the BOS
// and EOS tokens are added.
inline constexpr uint32_t sentence_marks = 1000;
inline constexpr uint64_t reads_control = 1, adds_bos = 2, adds_eos = 4;
// Returns a tokenizer that applies this field of `bytes` around `inner`, or `inner` if the model
// lacks the field.
TokenCoderRef marked_sentence(TokenCoderRef inner, std::string_view bytes);

}  // namespace rille
