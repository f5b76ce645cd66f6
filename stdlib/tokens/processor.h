// Processor: adds special tokens to encodings.
#pragma once

#include <memory>
#include <vector>

#include "stdlib/tokens/encoding.h"
#include "stdlib/tokens/reading.h"

namespace rille {

class TokenProcessor {
 public:
  virtual ~TokenProcessor() = default;
  // Processes one encoding or two. The caller concatenates the results after the last processor.
  virtual std::vector<TokenEncoding> run(std::vector<TokenEncoding> texts, bool special) const = 0;
  // The number of tokens that the processor adds.
  virtual size_t added(bool is_pair) const = 0;
};
using TokenProcessorRef = std::unique_ptr<const TokenProcessor>;

TokenProcessorRef read_processor(const JsonNode& from);  // null for null

}  // namespace rille
