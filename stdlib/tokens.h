// Tokenizers: text to token ids, and back.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "vm/state.h"
#include "vm/struct.h"

namespace rille {

struct TokenEncoding;  // stdlib/tokens/encoding.h

// Random decisions of BPE dropout; the same seed gives the same decisions on every platform.
struct BpeDropout {
  std::optional<double> rate;  // nullopt: the rate in the file
  uint64_t seed;
  bool falls(double rate_of_file);
};

// A tokenizer read from its file. It is immutable and safe for several threads at a time.
class TokenCoder {
 public:
  virtual ~TokenCoder() = default;
  // The ids of a text; with `special`, includes the special tokens that the template adds.
  std::vector<int32_t> encode(std::string_view text, bool special) const;
  // Encodes a text or a pair of texts. With `all`, also computes offsets, tokens, and type ids;
  // with `pads`, pads the result.
  virtual TokenEncoding encode(std::string_view text, const std::string* pair, bool special,
                               bool all, bool pads) const = 0;
  // The ids of the first text with BPE dropout: each merge is skipped at random. error[value] if
  // the tokenizer has no merges.
  virtual std::vector<int32_t> sample(std::string_view text, const std::string* pair, bool special,
                                      BpeDropout chance) const;
  // With `special`, special tokens are written too.
  virtual std::string decode(const std::vector<int32_t>& ids, bool special) const = 0;
  virtual int32_t find(std::string_view token) const = 0;  // -1 if unknown
  virtual const std::string* name(int32_t id) const = 0;   // null if unknown
  virtual size_t size() const = 0;                         // the vocabulary size
  virtual std::vector<std::pair<std::string, int32_t>> all() const = 0;
};
using TokenCoderRef = std::shared_ptr<const TokenCoder>;

// A tokenizer value of a script: the bytes of its file. The file is parsed once; the parsed form is
// cached while few other tokenizers are in use.
struct TokenizerFields {
  static const Struct& record();
  Array data;

  TokenCoderRef coder(State& state) const;

  Array encode(State& state, const std::string& text, bool special,
               const std::optional<std::string>& pair) const;
  Value parts(State& state, const std::string& text, bool special,
              const std::optional<std::string>& pair) const;
  Value batch(State& state, const Values& texts, std::optional<int64_t> length, bool special,
              std::optional<int64_t> pad, bool left) const;
  std::string decode(State& state, const Array& ids, bool special) const;
  int64_t size(State& state) const;
  int64_t id(State& state, const std::string& token) const;
  std::string token(State& state, int64_t id) const;
  Value vocabulary(State& state) const;
};

}  // namespace rille
