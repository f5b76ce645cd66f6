// Decoder: what makes a text of tokens.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "stdlib/tokens/reading.h"

namespace rille {

class TokenDecoder {
 public:
  virtual ~TokenDecoder() = default;
  // Parts that make the text when they are joined.
  virtual std::vector<std::string> run(std::vector<std::string> tokens) const = 0;
};
using TokenDecoderRef = std::unique_ptr<const TokenDecoder>;

TokenDecoderRef read_decoder(const JsonPart& from);  // null of null

// Byte tokens as the text of their bytes; as many U+FFFD as there are where it is none.
std::vector<std::string> joined_bytes(std::vector<std::string> tokens);
// The byte of "<0x0A>"; -1 of other texts.
int byte_of_token(std::string_view token);

}  // namespace rille
