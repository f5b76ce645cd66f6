// Tokenizers: texts as ids, and back.
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

// Coins for merges that are left out; of one seed the same ones on every machine.
struct TokenChance {
  std::optional<double> rate;  // none: what the file says
  uint64_t seed;
  bool falls(double rate_of_file);
};

// A tokenizer that was read from its file. It is immutable; any thread may ask it.
class TokenCoder {
 public:
  virtual ~TokenCoder() = default;
  // The ids of a text, or of two; `special`: with what a template puts around them.
  std::vector<int32_t> encode(std::string_view text, bool special) const;
  // The same with offsets, tokens and types, where `all`; padded, where `pads`.
  virtual TokenEncoding encode(std::string_view text, const std::string* pair, bool special,
                               bool all, bool pads) const = 0;
  // The ids of the first, each merge left out by chance; error[value] where it makes none.
  virtual std::vector<int32_t> sample(std::string_view text, const std::string* pair, bool special,
                                      TokenChance chance) const;
  // `special`: special tokens are written too.
  virtual std::string decode(const std::vector<int32_t>& ids, bool special) const = 0;
  virtual int32_t find(std::string_view token) const = 0;  // -1
  virtual const std::string* name(int32_t id) const = 0;   // null
  virtual size_t size() const = 0;                         // of the vocabulary
  virtual std::vector<std::pair<std::string, int32_t>> all() const = 0;
};
using TokenCoderRef = std::shared_ptr<const TokenCoder>;

// A tokenizer of a script: the bytes of its file. What they mean is read once, and kept while few
// others are used.
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
