// Decoder: converts tokens to text.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "stdlib/tokens/reading.h"

namespace rille {

class TokenDecoder {
 public:
  virtual ~TokenDecoder() = default;
  // Returns strings whose concatenation is the text.
  virtual std::vector<std::string> run(std::vector<std::string> tokens) const = 0;
};
using TokenDecoderRef = std::unique_ptr<const TokenDecoder>;

TokenDecoderRef read_decoder(const JsonNode& from);  // null for null

// Replaces runs of byte tokens by the text of their bytes, or by one U+FFFD per byte if they are
// not valid UTF-8.
std::vector<std::string> joined_bytes(std::vector<std::string> tokens);
// The byte of a byte token such as "<0x0A>"; -1 for other strings.
int byte_of_token(std::string_view token);

}  // namespace rille
